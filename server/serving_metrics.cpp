// SPDX-License-Identifier: Apache-2.0
#include "server/serving_metrics.hpp"

#include "server/families.hpp"

#include <cstddef>

namespace slicegate::server {
namespace {

double epoch_seconds(std::chrono::system_clock::time_point time)
{
    return std::chrono::duration<double>{time.time_since_epoch()}.count();
}

}  // namespace

ServingMetrics::ServingMetrics(prometheus::Registry& registry)
    : reloads_{{
          {.used = &add_counters(
                        registry, "slicegate_policy_reloads_total", "Changed policies that came into use")
                        .Add({}),
           .refused =
               &add_counters(
                    registry, "slicegate_policy_reload_failures_total", "Changed policies that were refused")
                    .Add({}),
           .last_success = &add_gauges(
                                registry, "slicegate_policy_last_reload_success_timestamp_seconds",
                                "When the policy in use was loaded, in seconds of the epoch")
                                .Add({}),
           .is_last_successful = &add_gauges(
                                      registry, "slicegate_policy_last_reload_successful",
                                      "1 while the policy on disk is the one in use, 0 while it is refused")
                                      .Add({})},
          {.used = &add_counters(
                        registry, "slicegate_certificate_reloads_total",
                        "Changed certificates that came into use")
                        .Add({}),
           .refused = &add_counters(
                           registry, "slicegate_certificate_reload_failures_total",
                           "Changed certificates that were refused")
                           .Add({}),
           .last_success = &add_gauges(
                                registry, "slicegate_certificate_last_reload_success_timestamp_seconds",
                                "When the certificate in use was loaded, in seconds of the epoch")
                                .Add({}),
           .is_last_successful =
               &add_gauges(
                    registry, "slicegate_certificate_last_reload_successful",
                    "1 while the certificate on disk is the one in use, 0 while it is refused")
                    .Add({})},
      }},
      generation_{add_gauges(
                      registry, "slicegate_policy_generation",
                      "How many policies have come into use, the one of the start included")
                      .Add({})},
      certificate_end_{add_gauges(
                           registry, "slicegate_certificate_not_after_seconds",
                           "When the serving certificate ends, as seconds of the epoch")
                           .Add({})},
      policies_{add_gauges(
          registry, "slicegate_policy_info",
          "1, with the digest of the text of the policy in use as a label")}
{
    for (auto const& reloads : reloads_) {
        reloads.last_success->Set(epoch_seconds(std::chrono::system_clock::now()));
        reloads.is_last_successful->Set(1);
    }
    generation_.Set(1);
}

void ServingMetrics::count_reload(Reloadable what, Reloaded how)
{
    auto const& reloads = reloads_.at(static_cast<std::size_t>(what));
    bool const is_used = how == Reloaded::used;
    (is_used ? reloads.used : reloads.refused)->Increment();
    reloads.is_last_successful->Set(is_used ? 1 : 0);
    if (!is_used)
        return;
    reloads.last_success->Set(epoch_seconds(std::chrono::system_clock::now()));
    if (what == Reloadable::policy)
        generation_.Increment();
}

// One series at a time, however many policies there have been.
void ServingMetrics::set_policy_digest(std::string const& digest)
{
    auto* const last = policy_;
    policy_ = &policies_.Add({{"digest", digest}});
    if (last != nullptr && last != policy_)
        policies_.Remove(last);
    policy_->Set(1);
}

void ServingMetrics::set_certificate_end(std::chrono::system_clock::time_point end)
{
    certificate_end_.Set(epoch_seconds(end));
}

}  // namespace slicegate::server
