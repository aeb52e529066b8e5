import type { ProxyUnderTest } from '../proxy.ts'
import { haproxy } from './haproxy.ts'
import { nginx } from './nginx.ts'

/** Every proxy that there are files for. */
export const PROXIES: readonly ProxyUnderTest[] = [nginx, haproxy]
