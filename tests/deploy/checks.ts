import type { Check } from "./check.ts";
import { compose } from "./compose/compose-check.ts";
import { proxyHeaders } from "./compose/headers-check.ts";
import { proxy } from "./compose/proxy-check.ts";
import { container } from "./container/container-check.ts";
import { containerfile } from "./container/containerfile-check.ts";
import { kubernetes } from "./kubernetes/kubernetes-check.ts";
import { systemd } from "./systemd/systemd-check.ts";

/** The quick ones first. */
export const CHECKS: readonly Check[] = [
  containerfile,
  compose,
  kubernetes,
  proxyHeaders,
  systemd,
  container,
  proxy,
];
