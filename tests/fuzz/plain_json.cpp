// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/plain_json.hpp"

#include <set>
#include <vector>

namespace slicegate::fuzz {
namespace {

using nlohmann::json;

constexpr std::size_t max_depth = 200;

// Stops at the first thing that a DOM would lose.
class Plainness final : public nlohmann::json_sax<json> {
public:
    bool null() override { return true; }
    bool boolean(bool /*value*/) override { return true; }
    bool number_integer(number_integer_t /*value*/) override { return true; }
    bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
    bool number_float(number_float_t value, string_t const& text) override
    {
        return json(value).dump() == text;
    }
    bool string(string_t& /*value*/) override { return true; }
    bool binary(binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*size*/) override { return enter(); }
    bool key(string_t& name) override { return keys_.back().insert(name).second; }
    bool end_object() override { return leave(); }
    bool start_array(std::size_t /*size*/) override { return enter(); }
    bool end_array() override { return leave(); }
    bool parse_error(
        std::size_t /*at*/, std::string const& /*token*/,
        nlohmann::detail::exception const& /*error*/) override
    {
        return false;
    }

private:
    bool enter()
    {
        keys_.emplace_back();
        return keys_.size() <= max_depth;
    }
    bool leave()
    {
        keys_.pop_back();
        return true;
    }

    std::vector<std::set<std::string>> keys_;
};

}  // namespace

std::optional<json> parse_plain_json(std::string_view text)
{
    // nlohmann passes over a byte order mark, which is no JSON.
    Plainness plainness;
    if (text.starts_with("\xEF\xBB\xBF") || !json::sax_parse(text, &plainness))
        return std::nullopt;
    return json::parse(text);
}

std::optional<std::string> text_at(json const& parent, char const* key)
{
    json const& child = child_of(parent, key);
    if (child.is_null())
        return std::string();
    return child.is_string() ? std::optional(child.get<std::string>()) : std::nullopt;
}

json const& child_of(json const& parent, char const* key)
{
    static json const nothing;
    if (!parent.is_object())
        return nothing;
    auto const found = parent.find(key);
    return found == parent.end() ? nothing : *found;
}

}  // namespace slicegate::fuzz
