"""The training step of the paper's network in plain PyTorch, to compare with: prints images a second, single steps and as a CUDA graph.

A yardstick, not a rival made slow: fused Adam, TF32, cuDNN's own choice of kernels, data on the GPU.
"""
import sys
import time

import torch
from torch import nn

BATCH, SAMPLES, FEATURES, SUBSPACE, LAMBDA = 256, 54_000, 50, 10, 100.0
EPOCH = SAMPLES // BATCH


def encoder(c=40):
    return nn.Sequential(
        nn.Conv2d(1, c, 4, 2, 1), nn.LeakyReLU(0.2), nn.Conv2d(c, 2 * c, 4, 2, 1), nn.LeakyReLU(0.2), nn.Conv2d(2 * c, 4 * c, 3), nn.LeakyReLU(0.2),
        nn.Flatten(), nn.Linear(100 * c, 256), nn.LeakyReLU(0.2), nn.Linear(256, FEATURES))


def decoder(c=40):
    return nn.Sequential(
        nn.Linear(FEATURES, 256), nn.LeakyReLU(0.2), nn.Linear(256, 100 * c), nn.LeakyReLU(0.2), nn.Unflatten(1, (4 * c, 5, 5)),
        nn.ConvTranspose2d(4 * c, 2 * c, 3), nn.LeakyReLU(0.2), nn.ConvTranspose2d(2 * c, c, 4, 2, 1), nn.LeakyReLU(0.2), nn.ConvTranspose2d(c, 1, 4, 2, 1))


class CayleyAdam:
    """Adam on the Stiefel manifold, as published: one second moment, five fixed-point iterations."""

    def __init__(self, u):
        self.u = u
        self.moment = torch.zeros_like(u).t().contiguous()
        self.second = u.new_zeros(1)
        self.power1, self.power2 = u.new_full((1,), 0.9), u.new_full((1,), 0.99)

    @torch.no_grad()
    def step(self, rate=1e-4):
        g, x = self.u.grad, self.u / self.u.norm(dim=1, keepdim=True)
        xt = x.t()
        m = 0.9 * self.moment + 0.1 * g.t()
        self.second.mul_(0.99).add_(0.01 * g.square().sum())
        deviation = (self.second / (1 - self.power2) + 1e-8).sqrt()
        mx = (m / (1 - self.power1)) @ x
        w = mx - 0.5 * xt @ (x @ mx)
        w = (w - w.t()) / deviation
        a = (1 / (w.abs().sum(0).max() + 1e-8)).clamp(max=rate)
        y = xt - a * m
        for _ in range(5):
            y = xt - a * (w @ (0.5 * (xt + y)))
        self.u.copy_(y.t())
        self.moment.copy_((w @ xt) * deviation * (1 - self.power1))
        self.power1.mul_(0.9)
        self.power2.mul_(0.99)


class Training:

    def __init__(self):
        self.encode, self.decode = encoder().cuda(), decoder().cuda()
        self.u = nn.Parameter(nn.init.orthogonal_(torch.empty(SUBSPACE, FEATURES)).cuda())
        self.adam = torch.optim.Adam([*self.encode.parameters(), *self.decode.parameters()], lr=2e-4, fused=True, capturable=True)
        self.cayley = CayleyAdam(self.u)
        self.images = torch.rand(SAMPLES, 1, 28, 28, device="cuda")
        self.batch = self.images[:BATCH].clone()

    def gather(self, order, number):
        torch.index_select(self.images, 0, order[number], out=self.batch)

    def step(self):
        self.adam.zero_grad(set_to_none=True)
        self.u.grad = None
        phi = self.encode(self.batch)
        phi = phi - phi.mean(0)
        h = phi @ self.u.t()
        on_subspace = h @ self.u
        loss = nn.functional.binary_cross_entropy_with_logits(self.decode(on_subspace), self.batch, reduction="sum")
        (((phi - on_subspace).square().sum() + LAMBDA / 2 * loss) / BATCH).backward()
        self.adam.step()
        self.cayley.step()

    def recorded(self):
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(6):
                self.step()
        torch.cuda.current_stream().wait_stream(side)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            self.step()
        return graph.replay


def rate(training, step, epochs):
    """Images a second over whole epochs, shuffling included."""
    best = 0
    for _ in range(epochs):
        torch.cuda.synchronize()
        start = time.perf_counter()
        order = torch.randperm(SAMPLES, device="cuda")[: EPOCH * BATCH].view(EPOCH, BATCH)
        for number in range(EPOCH):
            training.gather(order, number)
            step()
        torch.cuda.synchronize()
        best = max(best, EPOCH * BATCH / (time.perf_counter() - start))
    return best


if __name__ == "__main__":
    torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = torch.backends.cudnn.benchmark = True
    training = Training()
    print(f"single {rate(training, training.step, 3):.0f}", flush=True)
    print(f"graph {rate(training, training.recorded(), 5):.0f}", flush=True)
