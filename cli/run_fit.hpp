// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/render_fit.hpp"
#include "cli/run_mig.hpp"

#include <array>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::cli {

// Words of --dtype and --kv-dtype.
inline constexpr std::array<std::string_view, 7> weight_dtypes{"fp32", "bf16", "fp16", "fp8",
                                                               "int8", "int4", "mxfp4"};
inline constexpr std::array<std::string_view, 4> cache_dtypes{"fp32", "bf16", "fp16", "fp8"};

// As they are written; what is empty has a default.
struct FitOptions {
    std::string model;   // a name of the catalogue, or the path of a config.json or its folder
    std::string params;  // "8.03B": counted for a model that is no file and in no catalogue
    std::string active_params;
    unsigned layers = 0;
    unsigned kv_heads = 0;
    unsigned head_size = 0;
    unsigned attention_heads = 0;
    unsigned max_context = 0;
    std::string dtype;
    std::string kv_dtype;
    std::string embeddings;
    std::optional<std::uint64_t> context;
    std::uint64_t sequences = 8;
    double overhead_gib = 1.0;
    double utilization = 0.9;
    unsigned tensor_parallel = 1;
    std::string gpu;    // empty: all
    std::string slice;  // a profile, "card" or "1/4"; empty: all of the card
    std::vector<unsigned> replicas{2, 4, 8};
    Style style = Style::text;
};

// Exit status: 0 it fits somewhere, 1 nowhere of what was asked about, 2 wrong use.
[[nodiscard]] int run_fit(FitOptions const& options, std::ostream& out, std::ostream& err);

// What `slicegate fit` finds. Error: Errc::bad_option or Errc::io.
[[nodiscard]] Result<FitReport> make_fit_report(FitOptions const& options);

// The model that the options name or describe.
[[nodiscard]] Result<sizing::Model> find_fit_model(FitOptions const& options);

// "8030261248", "8.03B", "596M". Error: Errc::bad_option, with the option's name.
[[nodiscard]] Result<std::uint64_t> parse_params(std::string const& option, std::string const& text);

}  // namespace slicegate::cli
