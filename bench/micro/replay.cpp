// SPDX-License-Identifier: Apache-2.0
// One review again and again, in one thread and without a socket: for valgrind to count its instructions.
#include "policy/admit.hpp"

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <string_view>

using slicegate::policy::admit;
using slicegate::policy::Answer;
using slicegate::policy::make_default_policy;
using slicegate::policy::Scratch;
using slicegate::policy::Stage;

int main(int argc, char** argv)
{
    if (argc != 4) {
        std::cerr << "usage: slicegate_replay FILE mutate|validate TIMES\n";
        return 2;
    }
    std::ifstream file(argv[1]);
    std::string body{std::istreambuf_iterator<char>(file), {}};
    auto const stage = std::string_view(argv[2]) == "mutate" ? Stage::mutate : Stage::validate;
    auto const policy = make_default_policy();
    Scratch scratch;
    Answer answer;
    for (int left = std::atoi(argv[3]); left > 0; --left)
        answer = admit(body, stage, policy, scratch);
    std::cout << answer.body << '\n';
    return answer.http_status == 200 ? 0 : 1;
}
