// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/error.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace slicegate::policy::json {
class Reader;
}

namespace slicegate::cli {

// What tells how an object is to be judged. Views into the JSON or the reader's buffer.
struct Manifest {
    std::string_view api_version;
    std::string_view kind;
    std::string_view name;
    std::string_view generate_name;
    std::string_view namespace_;
    std::string_view uid;  // set by the API server: the object comes from a cluster
    std::string_view phase;
    std::string_view node_name;
    std::string_view node_name_token;     // as it stands in the JSON
    std::vector<std::string_view> items;  // each as it stands there
    bool is_list = false;
    bool is_mirror = false;
    bool is_of_daemon_set = false;

    [[nodiscard]] bool is_live() const { return !uid.empty(); }
    [[nodiscard]] bool is_pod() const { return api_version == "v1" && kind == "Pod"; }
    // Whether it is a pod that has run, and holds nothing any more.
    [[nodiscard]] bool has_run() const { return is_pod() && (phase == "Succeeded" || phase == "Failed"); }
    // Takes what an item of a List does not say itself: "PodList" holds pods, "List" what says its own kind.
    void take_kind_of(std::string_view list_kind, std::string_view list_api_version);

    [[nodiscard]] std::string_view group() const;
    [[nodiscard]] std::string_view version() const;
};

// Reads a JSON object whose buffer goes on for `capacity` bytes from its start. Error: Errc::bad_object with
// the path.
[[nodiscard]] Result<Manifest>
read_manifest(std::string_view json, std::size_t capacity, policy::json::Reader& reader);

}  // namespace slicegate::cli
