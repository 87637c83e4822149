// SPDX-License-Identifier: Apache-2.0
#include "cli/write_yaml.hpp"

#include "cli/yaml_scalar.hpp"
#include "policy/text.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string_view>

namespace slicegate::cli {

namespace {

using nlohmann::ordered_json;

bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Quantities such as 20Gi are text to everyone; dates, versions and the like are quoted to be sure.
bool is_quantity(std::string_view text)
{
    auto const unit = std::ranges::find_if_not(text, is_digit);
    auto const letters = text.end() - unit;
    return unit != text.begin() && letters > 0 && letters <= 2 && std::all_of(unit, text.end(), is_letter) &&
           *unit != 'e' && *unit != 'E' && *unit != 'x' && *unit != 'o' && *unit != 'b';
}

bool is_bare(std::string_view text)
{
    constexpr std::string_view inner = "-_./:@%+=,~$;()^ ";
    if (text.empty() || text.back() == ' ' || text.back() == ':')
        return false;
    if (!is_letter(text.front()) && text.front() != '/' && text.front() != '_')
        return is_quantity(text);
    bool const is_plain = std::ranges::all_of(
        text, [&](char c) { return is_letter(c) || is_digit(c) || inner.find(c) != std::string_view::npos; });
    if (!is_plain || text.find(": ") != std::string_view::npos)
        return false;
    std::string json;
    return append_scalar(json, text, Tag::none).empty() && json.starts_with('"');
}

// Whether a text of several lines can stand as it is below a bar.
bool is_block(std::string_view text)
{
    if (text.find('\n') == std::string_view::npos || text.front() == ' ' || text.front() == '\n' ||
        text.ends_with("\n\n"))
        return false;
    return text.find(" \n") == std::string_view::npos && std::ranges::all_of(text, [](char c) {
               return c == '\n' ||
                      (static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7F);
           });
}

class Writer {
public:
    std::string take() { return std::move(out_); }

    // What follows a key or a dash, its line begun already.
    void write(ordered_json const& value, std::size_t indent, bool is_after_dash)
    {
        if (value.is_object() && !value.empty()) {
            write_members(value, indent, is_after_dash);
        } else if (value.is_array() && !value.empty()) {
            write_elements(value, indent, is_after_dash);
        } else {
            out_ += is_after_dash ? "" : " ";
            write_scalar(value, indent);
        }
    }

    void write_root(ordered_json const& value) { write(value, 0, true); }

private:
    void write_members(ordered_json const& value, std::size_t indent, bool is_line_begun)
    {
        out_ += is_line_begun ? "" : "\n";
        bool is_first = is_line_begun;
        for (auto const& [key, child] : value.items()) {
            out_.append(is_first ? 0 : indent, ' ');
            is_first = false;
            write_text(key);
            out_ += ':';
            // A list stands as deep as its key, as kubectl has it.
            write(child, child.is_array() ? indent : indent + 2, false);
        }
    }

    void write_elements(ordered_json const& value, std::size_t indent, bool is_line_begun)
    {
        out_ += is_line_begun ? "" : "\n";
        bool is_first = is_line_begun;
        for (ordered_json const& child : value) {
            out_.append(is_first ? 0 : indent, ' ');
            is_first = false;
            out_ += "- ";
            write(child, indent + 2, true);
        }
    }

    void write_scalar(ordered_json const& value, std::size_t indent)
    {
        if (!value.is_string()) {
            (out_ += value.dump()) += '\n';
            return;
        }
        auto const& text = value.get_ref<std::string const&>();
        if (is_block(text))
            return write_block(text, std::max<std::size_t>(indent, 2));
        write_text(text);
        out_ += '\n';
    }

    void write_text(std::string const& text)
    {
        if (is_bare(text))
            out_ += text;
        else
            policy::append_json_string(out_, text);  // a JSON string is a double-quoted one of YAML
    }

    void write_block(std::string_view text, std::size_t indent)
    {
        out_ += text.ends_with('\n') ? "|\n" : "|-\n";
        while (!text.empty()) {
            std::size_t const end = std::min(text.find('\n'), text.size());
            out_.append(end > 0 ? indent : 0, ' ') += text.substr(0, end);
            out_ += '\n';
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    std::string out_;
};

}  // namespace

std::string write_yaml(ordered_json const& value)
{
    Writer writer;
    writer.write_root(value);
    return writer.take();
}

}  // namespace slicegate::cli
