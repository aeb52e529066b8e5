import type { FastifyBaseLogger } from 'fastify'

/**
 * The logger of one request: a child of the gateway's, created on first use. Most requests never use it,
 * since `LineWriter` writes their line, and a child logger costs as much as the session check.
 */
export class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #requestId: string
  #child: FastifyBaseLogger | null = null

  /** `requestId`: a field of all its lines. */
  constructor(parent: FastifyBaseLogger, requestId: string) {
    this.#parent = parent
    this.#requestId = requestId
  }

  get level(): string {
    return this.#own.level
  }

  set level(level: string) {
    this.#own.level = level
  }

  trace(...args: unknown[]): void {
    this.#log('trace', args)
  }

  debug(...args: unknown[]): void {
    this.#log('debug', args)
  }

  info(...args: unknown[]): void {
    this.#log('info', args)
  }

  warn(...args: unknown[]): void {
    this.#log('warn', args)
  }

  error(...args: unknown[]): void {
    this.#log('error', args)
  }

  fatal(...args: unknown[]): void {
    this.#log('fatal', args)
  }

  silent(): void {}

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own.child(...args)
  }

  get #own(): FastifyBaseLogger {
    this.#child ??= this.#parent.child({ requestId: this.#requestId })
    return this.#child
  }

  #log(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', args: unknown[]): void {
    const logger = this.#own
    Reflect.apply(logger[level], logger, args)
  }
}
