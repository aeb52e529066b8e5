import type { OidcProvider } from './sign-in/oidc-provider.ts'

/** Host that visitors of every peer use; its pages that sign in may be at others below the same domain. */
export const DOMAIN = 'bench.localhost'
export const VISITORS_HOST = `app.${DOMAIN}`

/** What a peer is given to work with. */
export interface Surroundings {
  /** Where it is to listen for visitors, on 127.0.0.1. */
  port: number
  /** The application, without a trailing slash. */
  upstreamUrl: string
  /** What the application answers. */
  upstreamBody: string
  oidc: OidcProvider
  /** Its own, empty, readable by the user it runs as; deleted when it has ended. */
  folder: string
  /** Sessions are refreshed that are older than this many seconds; null: as by default. */
  refreshAfterSeconds: number | null
  /** How long the identity provider takes for each refresh. */
  refreshDelayMs: number
}

/** A peer that takes requests of visitors. */
export interface RunningPeer {
  /** Its processes, without their children. */
  pids: readonly number[]
  /** How they were started. */
  commands: readonly string[]
  /** Signs somebody new in, as a browser would, and gives the `Cookie` header. */
  signIn(): Promise<string>
  /** The same for so many sessions that have to be refreshed now. */
  expiredSessions?(count: number): Promise<string[]>
  /** Requests for refreshes that its identity provider has received; absent: the OIDC provider counts them. */
  countRefreshes?(): number
  close(): Promise<void>
}

/** A proxy in front of the application. */
export interface Peer {
  name: string
  /** What it is, or where its program comes from, in a few words. */
  about: string
  /** Lets only visitors pass who are signed in. */
  checks: boolean
  /** Why it has no part in the refresh storm; null: it has. */
  noRefresh: string | null
  /** The version; null: a program of it is not on this machine. */
  find(): string | null
  /** Settles when it takes connections. */
  start(surroundings: Surroundings): Promise<RunningPeer>
}
