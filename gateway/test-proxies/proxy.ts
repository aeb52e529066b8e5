/** Where the parts of a set-up are: ports on 127.0.0.1, and the names that visitors use. */
export interface Places {
  /** Where the proxy is to listen. */
  visitors: number
  /** The gateway's own pages. */
  pages: number
  /** Where the gateway answers questions over HTTP. */
  forwardAuthRequests: number
  /** Where it answers them over gRPC; null: nowhere. */
  grpc: number | null
  applications: readonly { host: string; port: number }[]
  /** Host of `publicUrl`: that of the only application, or one of its own. */
  signInHost: string
  /** What visitors use. A proxy that does not end TLS itself says `https` all the same: TLS then ends before it. */
  scheme: 'http' | 'https'
}

/** A proxy that serves visitors. */
export interface RunningProxy {
  port: number
  /** What it has written so far. */
  log(): string
  close(): Promise<void>
}

/** A real proxy, started with the files of `deploy/forward-auth`. */
export interface ProxyUnderTest {
  /** Such as `nginx`, or `envoy (gRPC)`. */
  name: string
  /** Path of the program; null: it is not on this machine. */
  find(): string | null
  howToInstall: string
  version(program: string): string
  /** Does it end TLS itself where `scheme` is `https`? Visitors then come over TLS, with a certificate made for the run. */
  endsTls?: boolean
  /** Does it ask over gRPC? */
  usesGrpc?: boolean
  /** Does it stand in front of the gateway, which proxies itself? */
  isFront?: boolean
  /** What this proxy cannot do, by title of the journey, with the reason. The journey then asserts what it does instead. */
  limits: Readonly<Record<string, string>>
  /** Starts it with its configuration in `folder`; settles when it takes connections. */
  start(program: string, places: Places, folder: string): Promise<RunningProxy>
}
