// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace slicegate::cli {

// The tags that YAML 1.1 has for scalars; `other` is one of the user's own, taken for text.
enum class Tag { none, text, integer, real, boolean, null, binary, other };

// "tag:yaml.org,2002:int" and so on; empty is none.
[[nodiscard]] Tag parse_tag(std::string_view tag);

// Appends a plain or tagged scalar as JSON, read as kubectl reads it: by gopkg.in/yaml.v2's resolve.go (in
// sigs.k8s.io/yaml), for which `no` is false, 0x10 is 16, 1_000 is 1000 and a date is text. Otherwise says
// why it cannot.
[[nodiscard]] std::string append_scalar(std::string& out, std::string_view text, Tag tag);

// The same for a key, which becomes text: 1e3 is "1000", yes is "true"; null is none.
[[nodiscard]] std::string append_key(std::string& out, std::string_view text, Tag tag);

}  // namespace slicegate::cli
