// SPDX-License-Identifier: Apache-2.0
#include "cli/census.hpp"

#include "policy/text.hpp"

#include <algorithm>
#include <ostream>
#include <utility>

namespace slicegate::cli {

namespace {

constexpr std::size_t max_named = 8;  // a line that people still read
constexpr char const* hostname_label = "kubernetes.io/hostname";

bool is_of_pool(policy::Pool const& pool, std::map<std::string, std::string> const& labels)
{
    auto const& selector = pool.node_selector;
    return std::all_of(selector.begin(), selector.end(), [&](policy::Label const& label) {
        auto const found = labels.find(label.key);
        return found != labels.end() && found->second == label.value;
    });
}

}  // namespace

void NameList::add(std::string name)
{
    if (++count <= max_named)
        first.push_back(std::move(name));
}

std::string NameList::text() const
{
    std::string text;
    for (std::string const& name : first)
        text += (text.empty() ? "" : ", ") + name;
    return count > first.size() ? text + " and " + std::to_string(count - first.size()) + " more" : text;
}

void Census::add(GpuPod const& pod)
{
    ++gpu_pods_;
    if (!pod.has_label) {
        ++unlabelled_;
        if (pod.is_mirror)
            mirrors_.add(pod.full_name() + (pod.node.empty() ? "" : " on " + policy::shown(pod.node)));
        else if (pod.by_policy == policy::Access::dedicate)
            meant_dedicated_.add(pod.full_name());
        else if (!pod.by_policy)
            refused_by_policy_.add(pod.full_name());
    }
    if (pod.node.empty())
        return;
    Node& node = nodes_[pod.node];
    if (pod.is_dedicated && node.dedicated.empty())
        node.dedicated = pod.full_name();
    else
        node.others.add(pod.full_name() + (pod.is_dedicated ? " (dedicated too)" : ""));
}

void Census::add_node(std::string_view name, std::map<std::string, std::string> const& labels)
{
    ++seen_nodes_;
    bool const is_in_pool =
        std::any_of(policy_.pools.begin(), policy_.pools.end(), [&](policy::Pool const& pool) {
            return is_of_pool(pool, labels);
        });
    if (is_in_pool && !labels.contains(hostname_label))
        without_hostname_.add(policy::shown(name));
}

bool Census::is_sound() const
{
    return without_hostname_.count == 0 && std::none_of(nodes_.begin(), nodes_.end(), [](auto const& each) {
               return !each.second.dedicated.empty() && each.second.others.count > 0;
           });
}

void Census::print(std::ostream& err) const
{
    print_broken(err);
    if (without_hostname_.count > 0)
        err << "no label " << hostname_label << ": " << without_hostname_.text()
            << "\n  why: the scheduler passes over the anti-affinity of dedicated pods on a node without it\n"
               "  fix: kubectl label node NAME "
            << hostname_label << "=NAME\n";
    print_notes(err);
    print_counts(err);
}

void Census::print_broken(std::ostream& err) const
{
    bool is_broken = false;
    for (auto const& [name, node] : nodes_) {
        if (node.dedicated.empty() || node.others.count == 0)
            continue;
        is_broken = true;
        err << "node " << policy::shown(name) << ": " << node.dedicated << " is dedicated, but beside it run "
            << node.others.text() << '\n';
    }
    if (is_broken)
        err << "  why: these were placed before their labels could keep them apart, or past slicegate\n"
               "  fix: once every GPU pod has its label, delete the others: their controllers make them anew "
               "elsewhere\n";
}

void Census::print_notes(std::ostream& err) const
{
    if (mirrors_.count > 0)
        err << "static pods: " << mirrors_.text()
            << "\n  why: the kubelet makes their mirror pods anew without a label that only kubectl has set\n"
               "  fix: beside the command, put "
            << policy_.label << ": share into the labels of the manifest on the node\n";
    if (meant_dedicated_.count > 0)
        err << "adopted as share, though dedicate is the default there: " << meant_dedicated_.text()
            << "\n  why: placement does not follow a label that is added to a running pod\n"
               "  fix: let these pods be made anew where they are to have a card alone\n";
    if (refused_by_policy_.count > 0)
        err << "adopted as share, though a word of their own is demanded there: " << refused_by_policy_.text()
            << "\n  fix: put " << policy_.label << ": share or dedicate into their pod templates\n";
    if (seen_nodes_ == 0)
        err << "no nodes among the input: whether they have " << hostname_label
            << " is not known (kubectl get pods,nodes -A -o json)\n";
}

void Census::print_counts(std::ostream& err) const
{
    err << gpu_pods_ << (gpu_pods_ == 1 ? " GPU pod, " : " GPU pods, ") << unlabelled_
        << " without the label " << policy_.label << "; " << seen_nodes_
        << (seen_nodes_ == 1 ? " node\n" : " nodes\n");
}

}  // namespace slicegate::cli
