// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/decoder.hpp"
#include "cli/document.hpp"
#include "cli/findings.hpp"
#include "cli/manifest.hpp"
#include "policy/admit.hpp"
#include "policy/policy.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace slicegate::policy::json {
class Reader;
}

namespace slicegate::cli {

// An object that is not admitted as it is: where it stands in the document's JSON, and the JSON Patch that
// the server answers with; none where it is refused.
struct Change {
    std::size_t offset;
    std::size_t length;
    std::string patch;
};

// What came of one document.
struct Examined {
    std::vector<Trouble> troubles;
    std::vector<Trouble> warnings;        // about the document itself: keys that come twice
    std::vector<ObjectFindings> objects;  // those about which there is something to say
    std::vector<Change> changes;          // by ascending offset
    bool is_yaml = false;
    std::string_view json;  // of the document

    void clear();
};

// Patches are only taken out of the answers for those who apply them.
enum class Purpose { check, mutate };

// Judges documents by the server's engine: each object goes through policy::admit in the review that
// kube-apiserver would send for its creation. One for all documents: it lends them its memory.
class Examiner {
public:
    // `default_namespace` is for objects that do not say theirs.
    Examiner(policy::Policy const& policy, std::string default_namespace, Purpose purpose);
    Examiner(Examiner const&) = delete;
    Examiner& operator=(Examiner const&) = delete;
    ~Examiner();

    // The result lives until the next call.
    [[nodiscard]] Examined const& examine(Document const& document);

    [[nodiscard]] Counts const& counts() const { return counts_; }

private:
    struct Place {
        std::string text;       // "items[3]" in a List, otherwise empty
        std::string list_kind;  // for items that do not say theirs
        std::string list_api_version;
        std::size_t depth = 0;
    };

    void add_trouble(Trouble trouble);
    void examine_object(std::string_view json, Place const& place);
    void examine_items(Manifest const& list, Place const& place);
    void judge(std::string_view json, Manifest const& manifest, Place const& place);
    void judge_review(std::string_view json, Place const& place);
    void keep_answer(
        policy::Answer const& answer, std::string_view json, std::string_view root, Place const& place);

    policy::Policy const& policy_;
    std::string namespace_;
    Purpose purpose_;
    policy::Scratch scratch_;
    std::unique_ptr<policy::json::Reader> reader_;
    Decoder decoder_;
    std::string review_;
    Examined examined_;
    Counts counts_;
};

}  // namespace slicegate::cli
