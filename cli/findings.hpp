// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::cli {

enum class Level { error, warning };

// One violation or warning and where it stands.
struct Notice {
    Level level;
    std::string rule;
    std::string place;  // from the object's root
    std::string text;   // as the server says it: for an error what is wrong, for a warning the whole line
    std::size_t line = 1;
    std::string advice;  // of an error: why, and what mends it
};

// What the server has to say about one object.
struct ObjectFindings {
    std::string place;  // "items[3]" in a List, otherwise empty
    std::string kind;
    std::string namespace_;
    std::string name;
    std::size_t line = 1;
    bool is_refused = false;
    std::string message;  // the whole refusal, empty where admitted
    std::vector<Notice> notices;
};

// A document that cannot be judged.
struct Trouble {
    std::size_t line;
    std::string what;
};

struct Counts {
    std::size_t documents = 0;
    std::size_t judged = 0;
    std::size_t refused = 0;
    std::size_t warnings = 0;
    std::size_t passed_over = 0;  // kinds without pods, and what is no Kubernetes object
    std::size_t finished = 0;     // pods of a cluster that have run
    std::size_t unreadable = 0;
};

// Takes an answer of the server apart. Lines are left to be filled in.
[[nodiscard]] ObjectFindings read_findings(std::string_view answer);

// The JSON Patch of an answer, or nothing.
[[nodiscard]] std::string read_patch(std::string_view answer);

}  // namespace slicegate::cli
