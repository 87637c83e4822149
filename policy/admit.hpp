// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "policy/policy.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::policy {

// Which of the two webhook paths the review came by.
enum class Stage { mutate, validate };

enum class Verdict { allowed, patched, denied };

// Memory that one session lends to review after review: parsers, arena, output buffer.
// Carries no meaning from one to the next. Not for two threads at once.
class Scratch {
public:
    Scratch();
    Scratch(Scratch&&) noexcept;
    Scratch& operator=(Scratch&&) noexcept;
    ~Scratch();

    struct Impl;
    Impl& impl() { return *impl_; }

private:
    std::unique_ptr<Impl> impl_;
};

// One violation, for metrics and the log. `rule` is the id of a row of rules().
struct RuleOutcome {
    std::string_view rule;
    Action action;
};

// What an answer says, for the metrics and the log line. Views live as long as the body and the Scratch.
struct Outcome {
    std::string_view uid;
    std::string_view operation;  // as sent; bound it before it becomes a metric label
    std::string_view kind;
    std::string_view namespace_;
    std::string_view name;  // or the generateName
    std::string_view user;
    Verdict verdict = Verdict::denied;
    unsigned code = 0;                    // status.code of a refusal, 200 otherwise
    std::vector<RuleOutcome> violations;  // one for each violation, in table order
    bool dry_run = false;
};

// The answer to one request body.
struct Answer {
    unsigned http_status = 0;  // 200, or 400 where the body is no AdmissionReview
    std::string_view body;     // in the Scratch until its next use: JSON for 200, a plain text line for 400
    Outcome outcome;           // empty views for 400
};

// The whole pipe: one AdmissionReview in, its answer out. Total: any bytes end in an Answer, nothing throws.
// `body` may grow its capacity (simdjson reads past the end), never its content.
[[nodiscard]] Answer admit(std::string& body, Stage stage, Policy const& policy, Scratch& scratch);

}  // namespace slicegate::policy
