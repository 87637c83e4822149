// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"
#include "policy/policy.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace slicegate::ui {

// Larger than any object that an API server takes (3 MiB), so that whatever can be applied can be looked at.
inline constexpr std::size_t max_manifest_bytes = std::size_t{4} * 1024 * 1024;

struct Answer {
    unsigned status = 200;
    std::string_view type;  // Content-Type
    std::string body;       // of a failure {"error": what, where and the fix}
};

// What the page is and what it can ask. The answers are those of the offline doors; no rule is written here.
class Answers {
public:
    explicit Answers(policy::Policy policy) : policy_(std::move(policy)) {}

    [[nodiscard]] Answer get(std::string_view path) const;
    [[nodiscard]] Answer post(std::string_view path, std::string_view body) const;

private:
    policy::Policy policy_;
};

[[nodiscard]] Answer fail(unsigned status, std::string_view what);

}  // namespace slicegate::ui
