// SPDX-License-Identifier: Apache-2.0
#include "tests/policy/yaml_json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace slicegate::policy::test {
namespace {

using nlohmann::json;

template <std::size_t Size>
bool is_one_of(std::string const& text, std::array<char const*, Size> const& words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

template <class Number> json whole_text(std::string_view text)
{
    Number number{};
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() ? json(number) : json();
}

// null where it is none. Names of infinity and of no number do not occur.
json number_of(std::string_view text)
{
    if (text.starts_with('+'))
        text.remove_prefix(1);
    if (text.find_first_not_of("0123456789+-.eE") != std::string_view::npos)
        return nullptr;
    auto const integer = whole_text<std::int64_t>(text);
    return integer.is_null() ? whole_text<double>(text) : integer;
}

json plain_scalar(std::string const& text)
{
    static constexpr std::array nulls = {"", "~", "null", "Null", "NULL"};
    static constexpr std::array yes = {"true", "True", "TRUE", "yes", "Yes", "YES",
                                       "on",   "On",   "ON",   "y",   "Y"};
    static constexpr std::array no = {"false", "False", "FALSE", "no", "No", "NO",
                                      "off",   "Off",   "OFF",   "n",  "N"};
    if (is_one_of(text, nulls))
        return nullptr;
    if (is_one_of(text, yes))
        return true;
    if (is_one_of(text, no))
        return false;
    auto const number = number_of(text);
    return number.is_null() ? json(text) : number;
}

}  // namespace

json json_of(YAML::Node const& node)
{
    if (node.IsScalar())
        return node.Tag() == "!" ? json(node.Scalar()) : plain_scalar(node.Scalar());
    if (node.IsSequence()) {
        json list = json::array();
        for (auto const& item : node)
            list.push_back(json_of(item));
        return list;
    }
    if (node.IsMap()) {
        json object = json::object();
        for (auto const& entry : node)
            object[entry.first.Scalar()] = json_of(entry.second);
        return object;
    }
    return nullptr;
}

}  // namespace slicegate::policy::test
