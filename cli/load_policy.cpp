// SPDX-License-Identifier: Apache-2.0
#include "cli/load_policy.hpp"

#include "cli/read_input.hpp"
#include "policy/policy_file.hpp"

#include <algorithm>
#include <ostream>

namespace slicegate::cli {

Result<policy::Policy> load_policy(std::string const& file)
{
    auto const text = read_input(file, policy::max_policy_bytes);
    if (!text)
        return text.error();
    return policy::parse_policy(*text);
}

void print_error(std::ostream& err, std::string const& file, std::string_view message)
{
    std::string_view const name = file == "-" ? "standard input" : std::string_view(file);
    while (!message.empty()) {
        std::size_t const end = std::min(message.find('\n'), message.size());
        err << name << ": " << message.substr(0, end) << '\n';
        message.remove_prefix(std::min(end + 1, message.size()));
    }
}

}  // namespace slicegate::cli
