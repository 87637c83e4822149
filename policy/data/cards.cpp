// SPDX-License-Identifier: Apache-2.0
#include "policy/cards.hpp"

#include <array>

// What is known of cards, and where it comes from:
//
// * Memory of a card: what nvidia-smi reports as total, in MiB. Where no such value was found (marked
// "label"):
//   0.93 of the decimal size in the product's name, or the memory of its largest MIG instance if that is
//   more.
// * MIG profiles, placements and their memory: NVIDIA's MIG User Guide (supported profiles) and the output of
//   nvidia-smi mig -lgip and -lgipp. Where no output was found (marked "share"): the least that the profile's
//   fraction of the card comes to.
// * Products: the name that NVML gives, as GPU feature discovery writes it into nvidia.com/gpu.product.
// * MPS: NVIDIA/k8s-device-plugin, cmd/mps-control-daemon/mps/device.go: at most 48 clients from compute
//   capability 7.5 on, 16 before.
namespace slicegate::policy {

namespace {

// clang-format off: one row a profile, one row a card

// NVIDIA A30
constexpr std::array a30_24gb = {
    MigProfile{"1g.6gb", 5949, 1, 1, 0x00f, 4},
    MigProfile{"1g.6gb+me", 5949, 1, 1, 0x00f, 1},
    MigProfile{"2g.12gb", 11970, 2, 2, 0x005, 2},
    MigProfile{"2g.12gb+me", 11970, 2, 2, 0x005, 1},
    MigProfile{"4g.24gb", 24002, 4, 4, 0x001, 1},
};

// NVIDIA A100 40GB (SXM4/PCIe), A800-40GB
constexpr std::array a100_40gb = {
    MigProfile{"1g.5gb", 4864, 1, 1, 0x07f, 7},
    MigProfile{"1g.5gb+me", 4864, 1, 1, 0x07f, 1},
    MigProfile{"1g.10gb", 9850, 1, 2, 0x055, 4},
    MigProfile{"2g.10gb", 9850, 2, 2, 0x015, 3},
    MigProfile{"3g.20gb", 19968, 3, 4, 0x011, 2},
    MigProfile{"4g.20gb", 19968, 4, 4, 0x001, 1},
    MigProfile{"7g.40gb", 40192, 7, 8, 0x001, 1},
};

// NVIDIA A100 80GB (SXM4/PCIe), A800-80GB
constexpr std::array a100_80gb = {
    MigProfile{"1g.10gb", 9728, 1, 1, 0x07f, 7},
    MigProfile{"1g.10gb+me", 9728, 1, 1, 0x07f, 1},
    MigProfile{"1g.20gb", 19968, 1, 2, 0x055, 4},
    MigProfile{"2g.20gb", 19968, 2, 2, 0x015, 3},
    MigProfile{"3g.40gb", 40192, 3, 4, 0x011, 2},
    MigProfile{"4g.40gb", 40192, 4, 4, 0x001, 1},
    MigProfile{"7g.80gb", 80896, 7, 8, 0x001, 1},
};

// NVIDIA H100 80GB HBM3 (SXM5), H800
constexpr std::array h100_sxm_80gb = {
    MigProfile{"1g.10gb", 9984, 1, 1, 0x07f, 7},
    MigProfile{"1g.10gb+me", 9984, 1, 1, 0x07f, 1},
    MigProfile{"1g.20gb", 20090, 1, 2, 0x055, 4},
    MigProfile{"2g.20gb", 20090, 2, 2, 0x015, 3},
    MigProfile{"3g.40gb", 40448, 3, 4, 0x011, 2},
    MigProfile{"4g.40gb", 40448, 4, 4, 0x001, 1},
    MigProfile{"7g.80gb", 81152, 7, 8, 0x001, 1},
};

// NVIDIA H100 PCIe 80GB
constexpr std::array h100_pcie_80gb = {
    MigProfile{"1g.10gb", 9984, 1, 1, 0x07f, 7},
    MigProfile{"1g.10gb+me", 9984, 1, 1, 0x07f, 1},
    MigProfile{"1g.20gb", 20090, 1, 2, 0x055, 4},
    MigProfile{"2g.20gb", 20090, 2, 2, 0x015, 3},
    MigProfile{"3g.40gb", 40448, 3, 4, 0x011, 2},
    MigProfile{"4g.40gb", 40448, 4, 4, 0x001, 1},
    MigProfile{"7g.80gb", 81152, 7, 8, 0x001, 1},
};

// NVIDIA H100 NVL 94GB / H100 94GB SXM5, H800 NVL
constexpr std::array h100_nvl_94gb = {
    MigProfile{"1g.12gb", 11008, 1, 1, 0x07f, 7},
    MigProfile{"1g.12gb+me", 11008, 1, 1, 0x07f, 1},
    MigProfile{"1g.24gb", 22138, 1, 2, 0x055, 4},
    MigProfile{"2g.24gb", 22138, 2, 2, 0x015, 3},
    MigProfile{"3g.47gb", 47493, 3, 4, 0x011, 2},
    MigProfile{"4g.47gb", 47493, 4, 4, 0x001, 1},
    MigProfile{"7g.94gb", 95354, 7, 8, 0x001, 1},
};

// NVIDIA GH200 (H100 96GB), H20 96GB, PG506-96GB (share)
constexpr std::array gh200_96gb = {
    MigProfile{"1g.12gb", 11120, 1, 1, 0x07f, 7},
    MigProfile{"1g.12gb+me", 11120, 1, 1, 0x07f, 1},
    MigProfile{"1g.24gb", 22568, 1, 2, 0x055, 4},
    MigProfile{"2g.24gb", 22568, 2, 2, 0x015, 3},
    MigProfile{"3g.48gb", 48445, 3, 4, 0x011, 2},
    MigProfile{"4g.48gb", 48445, 4, 4, 0x001, 1},
    MigProfile{"7g.96gb", 96993, 7, 8, 0x001, 1},
};

// NVIDIA GH200 144G HBM3e (share)
constexpr std::array gh200_144gb = {
    MigProfile{"1g.18gb", 16691, 1, 1, 0x07f, 7},
    MigProfile{"1g.18gb+me", 16691, 1, 1, 0x07f, 1},
    MigProfile{"1g.36gb", 33873, 1, 2, 0x055, 4},
    MigProfile{"2g.36gb", 33873, 2, 2, 0x015, 3},
    MigProfile{"3g.72gb", 72714, 3, 4, 0x011, 2},
    MigProfile{"4g.72gb", 72714, 4, 4, 0x001, 1},
    MigProfile{"7g.144gb", 145582, 7, 8, 0x001, 1},
};

// NVIDIA H200 SXM / H200 NVL 141GB
constexpr std::array h200_141gb = {
    MigProfile{"1g.18gb", 16384, 1, 1, 0x07f, 7},
    MigProfile{"1g.18gb+me", 16384, 1, 1, 0x07f, 1},
    MigProfile{"1g.35gb", 33280, 1, 2, 0x055, 4},
    MigProfile{"2g.35gb", 33280, 2, 2, 0x015, 3},
    MigProfile{"3g.71gb", 71372, 3, 4, 0x011, 2},
    MigProfile{"4g.71gb", 71372, 4, 4, 0x001, 1},
    MigProfile{"7g.141gb", 143360, 7, 8, 0x001, 1},
};

// NVIDIA B200 (share)
constexpr std::array b200_180gb = {
    MigProfile{"1g.23gb", 20879, 1, 1, 0x07f, 7},
    MigProfile{"1g.23gb+me", 20879, 1, 1, 0x07f, 1},
    MigProfile{"1g.45gb", 42373, 1, 2, 0x055, 4},
    MigProfile{"2g.45gb", 42373, 2, 2, 0x015, 3},
    MigProfile{"3g.90gb", 90951, 3, 4, 0x011, 2},
    MigProfile{"4g.90gb", 90951, 4, 4, 0x001, 1},
    MigProfile{"7g.180gb", 182087, 7, 8, 0x001, 1},
};

// NVIDIA GB200 (HGX/NVL72) (share)
constexpr std::array gb200_186gb = {
    MigProfile{"1g.23gb", 21534, 1, 1, 0x07f, 7},
    MigProfile{"1g.23gb+me", 21534, 1, 1, 0x07f, 1},
    MigProfile{"1g.47gb", 43714, 1, 2, 0x055, 4},
    MigProfile{"2g.47gb", 43714, 2, 2, 0x015, 3},
    MigProfile{"3g.93gb", 93829, 3, 4, 0x011, 2},
    MigProfile{"4g.93gb", 93829, 4, 4, 0x001, 1},
    MigProfile{"7g.186gb", 187852, 7, 8, 0x001, 1},
};

// NVIDIA B300 (HGX) (share)
constexpr std::array b300_269gb = {
    MigProfile{"1g.34gb", 31252, 1, 1, 0x07f, 7},
    MigProfile{"1g.34gb+me", 31252, 1, 1, 0x07f, 1},
    MigProfile{"1g.67gb", 63426, 1, 2, 0x055, 4},
    MigProfile{"2g.67gb", 63426, 2, 2, 0x015, 3},
    MigProfile{"3g.135gb", 136161, 3, 4, 0x011, 2},
    MigProfile{"4g.135gb", 136161, 4, 4, 0x001, 1},
    MigProfile{"7g.269gb", 272588, 7, 8, 0x001, 1},
};

// NVIDIA GB300 (NVL72) (share)
constexpr std::array gb300_278gb = {
    MigProfile{"1g.35gb", 32184, 1, 1, 0x07f, 7},
    MigProfile{"1g.35gb+me", 32184, 1, 1, 0x07f, 1},
    MigProfile{"1g.70gb", 65331, 1, 2, 0x055, 4},
    MigProfile{"2g.70gb", 65331, 2, 2, 0x015, 3},
    MigProfile{"3g.139gb", 140236, 3, 4, 0x011, 2},
    MigProfile{"4g.139gb", 140236, 4, 4, 0x001, 1},
    MigProfile{"7g.278gb", 280760, 7, 8, 0x001, 1},
};

// NVIDIA RTX PRO 6000 Blackwell (Server, Workstation, Max-Q Workstation Edition)
constexpr std::array rtx_pro_6000_96gb = {
    MigProfile{"1g.24gb", 24186, 1, 3, 0x249, 4},
    MigProfile{"1g.24gb+me", 24186, 1, 3, 0x249, 1},
    MigProfile{"1g.24gb+gfx", 24186, 1, 3, 0x249, 4},
    MigProfile{"1g.24gb+me.all", 24186, 1, 3, 0x249, 1},
    MigProfile{"1g.24gb-me", 24186, 1, 3, 0x249, 4},
    MigProfile{"2g.48gb", 48517, 2, 6, 0x041, 2},
    MigProfile{"2g.48gb+gfx", 48517, 2, 6, 0x041, 2},
    MigProfile{"2g.48gb+me.all", 48517, 2, 6, 0x041, 1},
    MigProfile{"2g.48gb-me", 48517, 2, 6, 0x041, 2},
    MigProfile{"4g.96gb", 97280, 4, 12, 0x001, 1},
    MigProfile{"4g.96gb+gfx", 97280, 4, 12, 0x001, 1},
};

// NVIDIA RTX PRO 5000 Blackwell 48GB (share)
constexpr std::array rtx_pro_5000_48gb = {
    MigProfile{"1g.24gb", 23336, 1, 1, 0x003, 2},
    MigProfile{"1g.24gb+me", 23336, 1, 1, 0x003, 1},
    MigProfile{"1g.24gb+gfx", 23336, 1, 1, 0x003, 2},
    MigProfile{"1g.24gb+me.all", 23336, 1, 1, 0x003, 1},
    MigProfile{"1g.24gb-me", 23336, 1, 1, 0x003, 2},
    MigProfile{"2g.48gb", 47083, 2, 2, 0x001, 1},
    MigProfile{"2g.48gb+gfx", 47083, 2, 2, 0x001, 1},
};

// NVIDIA RTX PRO 4500 Blackwell 32GB (share)
constexpr std::array rtx_pro_4500_32gb = {
    MigProfile{"1g.16gb", 15493, 1, 1, 0x003, 2},
    MigProfile{"1g.16gb+gfx", 15493, 1, 1, 0x003, 2},
    MigProfile{"1g.16gb+me.all", 15493, 1, 1, 0x003, 1},
    MigProfile{"1g.16gb-me", 15493, 1, 1, 0x003, 2},
    MigProfile{"2g.32gb", 31283, 2, 2, 0x001, 1},
    MigProfile{"2g.32gb+gfx", 31283, 2, 2, 0x001, 1},
};

constexpr std::array table = {
    Card{"t4", "Tesla T4", "Tesla-T4", 15360, 48, {}, 0, 0},
    Card{"v100-16gb", "Tesla V100-SXM2-16GB", "Tesla-V100-SXM2-16GB", 16384, 16, {}, 0, 0},
    Card{"v100-32gb", "Tesla V100-SXM2-32GB", "Tesla-V100-SXM2-32GB", 32768, 16, {}, 0, 0},
    Card{"a2", "NVIDIA A2", "NVIDIA-A2", 15237, 48, {}, 0, 0},  // label
    Card{"a10", "NVIDIA A10", "NVIDIA-A10", 23028, 48, {}, 0, 0},
    Card{"a10g", "NVIDIA A10G", "NVIDIA-A10G", 23028, 48, {}, 0, 0},
    Card{"a16", "NVIDIA A16", "NVIDIA-A16", 15237, 48, {}, 0, 0},  // label
    Card{"a30", "NVIDIA A30", "NVIDIA-A30", 24576, 48, a30_24gb, 4, 4},
    Card{"a40", "NVIDIA A40", "NVIDIA-A40", 46068, 48, {}, 0, 0},
    Card{"a100-40gb", "NVIDIA A100-SXM4-40GB", "NVIDIA-A100-SXM4-40GB", 40960, 48, a100_40gb, 7, 8},
    Card{"a100-80gb-sxm", "NVIDIA A100-SXM4-80GB", "NVIDIA-A100-SXM4-80GB", 81920, 48, a100_80gb, 7, 8},
    Card{"a100-80gb-pcie", "NVIDIA A100 80GB PCIe", "NVIDIA-A100-80GB-PCIe", 81920, 48, a100_80gb, 7, 8},
    Card{"l4", "NVIDIA L4", "NVIDIA-L4", 23034, 48, {}, 0, 0},
    Card{"l40", "NVIDIA L40", "NVIDIA-L40", 46068, 48, {}, 0, 0},
    Card{"l40s", "NVIDIA L40S", "NVIDIA-L40S", 46068, 48, {}, 0, 0},
    Card{"rtx-4000-sff-ada", "NVIDIA RTX 4000 SFF Ada Generation",
         "NVIDIA-RTX-4000-SFF-Ada-Generation", 20475, 48, {}, 0, 0},
    Card{"rtx-6000-ada", "NVIDIA RTX 6000 Ada Generation", "NVIDIA-RTX-6000-Ada-Generation", 49140, 48, {}, 0, 0},
    Card{"rtx-a6000", "NVIDIA RTX A6000", "NVIDIA-RTX-A6000", 49140, 48, {}, 0, 0},
    Card{"h100-sxm", "NVIDIA H100 80GB HBM3", "NVIDIA-H100-80GB-HBM3", 81559, 48, h100_sxm_80gb, 7, 8},
    Card{"h100-pcie", "NVIDIA H100 PCIe", "NVIDIA-H100-PCIe", 81559, 48, h100_pcie_80gb, 7, 8},
    Card{"h100-nvl", "NVIDIA H100 NVL", "NVIDIA-H100-NVL", 95830, 48, h100_nvl_94gb, 7, 8},
    Card{"gh200-96gb", "NVIDIA GH200 480GB", "NVIDIA-GH200-480GB", 96993, 48, gh200_96gb, 7, 8},  // label
    Card{"gh200-144gb", "NVIDIA GH200 144G HBM3e",
         "NVIDIA-GH200-144G-HBM3e", 145582, 48, gh200_144gb, 7, 8},  // label
    Card{"h20", "NVIDIA H20", "NVIDIA-H20", 96993, 48, gh200_96gb, 7, 8},  // label
    Card{"h200-sxm", "NVIDIA H200", "NVIDIA-H200", 143771, 48, h200_141gb, 7, 8},
    Card{"h200-nvl", "NVIDIA H200 NVL", "NVIDIA-H200-NVL", 143771, 48, h200_141gb, 7, 8},
    Card{"b200", "NVIDIA B200", "NVIDIA-B200", 183359, 48, b200_180gb, 7, 8},
    Card{"gb200", "NVIDIA GB200", "NVIDIA-GB200", 187852, 48, gb200_186gb, 7, 8},  // label
    Card{"b300", "NVIDIA B300", "NVIDIA-B300-SXM6-AC", 272588, 48, b300_269gb, 7, 8},  // label
    Card{"gb300", "NVIDIA GB300", "NVIDIA-GB300", 280760, 48, gb300_278gb, 7, 8},  // label
    Card{"rtx-pro-6000-server", "NVIDIA RTX PRO 6000 Blackwell Server Edition",
         "NVIDIA-RTX-PRO-6000-Blackwell-Server-Edition", 97887, 48, rtx_pro_6000_96gb, 4, 12},
    Card{"rtx-pro-6000-workstation", "NVIDIA RTX PRO 6000 Blackwell Workstation Edition",
         "NVIDIA-RTX-PRO-6000-Blackwell-Workstation-Edition", 97887, 48, rtx_pro_6000_96gb, 4, 12},
    Card{"rtx-pro-6000-maxq", "NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition",
         "NVIDIA-RTX-PRO-6000-Blackwell-Max-Q-Workstation-Edition", 97887, 48, rtx_pro_6000_96gb, 4, 12},
    Card{"rtx-pro-5000", "NVIDIA RTX PRO 5000 Blackwell",
         "NVIDIA-RTX-PRO-5000-Blackwell", 48935, 48, rtx_pro_5000_48gb, 2, 2},
    Card{"rtx-pro-4500", "NVIDIA RTX PRO 4500 Blackwell",
         "NVIDIA-RTX-PRO-4500-Blackwell", 32623, 48, rtx_pro_4500_32gb, 2, 2},
    Card{"rtx-pro-4000-sff", "NVIDIA RTX PRO 4000 Blackwell SFF Edition",
         "NVIDIA-RTX-PRO-4000-Blackwell-SFF-Edition", 24467, 48, {}, 0, 0},
    Card{"rtx-4090", "NVIDIA GeForce RTX 4090", "NVIDIA-GeForce-RTX-4090", 24564, 48, {}, 0, 0},
    Card{"rtx-5090", "NVIDIA GeForce RTX 5090", "NVIDIA-GeForce-RTX-5090", 32607, 48, {}, 0, 0},
    Card{"mi300x", "AMD Instinct MI300X", "", 182845, 0, {}, 0, 0},  // label
    Card{"mi210", "AMD Instinct MI210", "", 60948, 0, {}, 0, 0},  // label
    Card{"gaudi2", "Intel Gaudi 2", "", 91422, 0, {}, 0, 0},  // label
    Card{"gaudi3", "Intel Gaudi 3", "", 121896, 0, {}, 0, 0},  // label
};

// clang-format on

}  // namespace

std::span<Card const> cards()
{
    return table;
}

}  // namespace slicegate::policy
