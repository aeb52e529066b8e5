import type { Test } from 'tap'
import type { ProxyEnvironment, Setup } from '../environment.ts'
import type { ProxyUnderTest, RunningProxy } from '../proxy.ts'

/** What a journey passes through. */
export interface JourneyOptions {
  proxy: ProxyUnderTest
  running: RunningProxy
  environment: ProxyEnvironment
  /** Why this proxy cannot do what the title says, if so; then the journey asserts what happens instead. */
  limit: string | undefined
}

/** What a visitor or an attacker does in front of a real proxy, and the required result. */
export interface Journey {
  /** Key of `ProxyUnderTest.limits`. */
  title: string
  setup: Setup
  run(t: Test, options: JourneyOptions): Promise<void>
}
