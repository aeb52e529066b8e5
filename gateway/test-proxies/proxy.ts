/** The locations of a set-up: ports on 127.0.0.1, and the hosts that visitors use. */
export interface Places {
  /** Port of the proxy. */
  visitors: number
  /** Port of the gateway pages. */
  pages: number
  /** Port for auth requests over HTTP. */
  forwardAuthRequests: number
  /** Port for auth requests over gRPC, or null. */
  grpc: number | null
  applications: readonly { host: string; port: number }[]
  /** Host of `publicUrl`: that of the only application, or a separate one. */
  signInHost: string
  /** Scheme of visitors. Also `https` for a proxy without TLS, where TLS is terminated in front of it. */
  scheme: 'http' | 'https'
}

/** A proxy that serves visitors. */
export interface RunningProxy {
  port: number
  /** Its output so far. */
  log(): string
  close(): Promise<void>
}

/** A real proxy, started with the files of `deploy/forward-auth`. */
export interface ProxyUnderTest {
  /** Such as `nginx`, or `envoy (gRPC)`. */
  name: string
  /** Path of the program, or null if it is not installed. */
  find(): string | null
  howToInstall: string
  version(program: string): string
  /** Whether it terminates TLS for `https`. Visitors then use TLS, with a certificate of this run. */
  endsTls?: boolean
  /** Whether it sends auth requests over gRPC. */
  usesGrpc?: boolean
  /** Whether it is in front of the gateway in reverse-proxy mode. */
  isFront?: boolean
  /** What this proxy cannot do: journey title -> reason. The journey then asserts what it does instead. */
  limits: Readonly<Record<string, string>>
  /** Starts it with its configuration in `folder`; resolves when it accepts connections. */
  start(program: string, places: Places, folder: string): Promise<RunningProxy>
}
