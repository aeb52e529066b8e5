import { untilDeadline } from '../../async.ts'
import type { Runtime } from '../../operations/runtime.ts'
import { describeCall, type SpanNotes } from '../../operations/tracing.ts'
import {
  type AccountName,
  type CallOrigin,
  type CallOutcome,
  type CallPermit,
  type Circuit,
  createAccountCircuits,
  createCircuit,
  keyOf
} from './circuit.ts'
import { type CallResult, failed, type ProviderFailure } from './error-sorting.ts'
import type { CallFamily, ProviderCall } from './http.ts'

export interface AskOptions {
  /** A refusal that the caller handles, not reported to circuit or operator. */
  expectedStatus?: number
  /** Group of calls sharing a circuit; default: the family. */
  group?: string
  /** The account that the call is about, which may fail for itself. Default: it is about none. */
  account?: AccountName | undefined
}

/** How long a call waits for a probe that is under way, before it is withheld. */
const PROBE_WAIT_MS = 500

/** `own`: of the account's circuit; null: the account has not failed, or the call is about none. */
type Admission = { permit: CallPermit; own: CallPermit | null } | { refusal: ProviderFailure }

/** Calls with a common circuit. Those about an account that fails also have one of its own. */
export class CircuitGroup {
  readonly name: string
  readonly family: CallFamily
  /** When the circuit last opened or closed, in epoch seconds; 0: never. */
  changedAtSeconds = 0
  readonly #runtime: Runtime
  readonly #send: (call: ProviderCall, notes?: SpanNotes) => Promise<CallResult>
  readonly #circuit: Circuit
  readonly #accounts: ReturnType<typeof createAccountCircuits>
  readonly #prober: ReturnType<typeof createProber>
  /** The latest probe under way. */
  #probing: Promise<CallResult> | null = null
  #lastFailure: ProviderFailure | null = null
  /** When the provider last responded, in epoch seconds. Null: never. */
  #answeredAtSeconds: number | null = null

  /** `send`: makes a call. Never throws. `random`: between 0 and 1. */
  constructor(
    { name, family }: { name: string; family: CallFamily },
    runtime: Runtime,
    send: (call: ProviderCall, notes?: SpanNotes) => Promise<CallResult>,
    random: () => number
  ) {
    const { now } = runtime
    this.name = name
    this.family = family
    this.#runtime = runtime
    this.#send = send
    this.#circuit = createCircuit({ now, random })
    this.#accounts = createAccountCircuits({ now, random })
    this.#prober = createProber(this.#circuit, runtime, (call) => void this.#probe(call))
  }

  get isOpen(): boolean {
    return !this.#circuit.isClosed()
  }

  /** The latest failure, as text. */
  get detail(): string {
    return this.#lastFailure?.detail ?? ''
  }

  stop(): void {
    this.#prober.stop()
  }

  async ask(
    call: ProviderCall,
    { account, expectedStatus }: Pick<AskOptions, 'account' | 'expectedStatus'>
  ): Promise<CallResult> {
    const { report, spans } = this.#runtime
    let admission = this.#admit(call, account)
    if ('refusal' in admission && this.#probing !== null) {
      await untilDeadline(this.#probing, AbortSignal.timeout(PROBE_WAIT_MS), () => null)
      admission = this.#admit(call, account)
    }
    if ('refusal' in admission) {
      report({ kind: 'provider.call', call: this.family, result: 'not_asked', durationMs: null })
      return failed(admission.refusal)
    }
    const { permit, own } = admission
    this.#prober.watch()
    // No retry once other calls, or an earlier one for the account, have found the provider unavailable.
    const sent = { ...call, mayRepeat: () => own === null && !this.isOpen }
    const read = await this.#track(
      spans.run(describeCall(this.family, call), (notes) => this.#send(sent, notes))
    )
    const failure = read.kind === 'failed' ? read.failure : undefined
    const isExpected = failure?.status !== undefined && failure.status === expectedStatus
    const outcome = isExpected ? 'neither' : outcomeOf(failure)
    const origin = this.#settleAccount(account, own, { outcome, failure })
    if (outcome === 'away') this.#remember(call, { account, isSent: true })
    this.#settle(permit, outcome, { failure, origin })
    if (failure !== undefined && !isExpected) this.#lastFailure = failure
    return read
  }

  /** The permits for a call: of the group, and of an account that has failed; or why it is withheld. */
  #admit(call: ProviderCall, account: AccountName | undefined): Admission {
    const failing = account && this.#accounts.find(account)
    const own = failing?.circuit.enter() ?? null
    if (own !== null && 'pauseSeconds' in own)
      return { refusal: this.#skipped(failing?.failure ?? null, own.pauseSeconds, ' for this account') }
    const permit = this.#circuit.enter(this.#originOf(account))
    if ('settle' in permit) return { permit, own }
    own?.settle('neither')
    this.#remember(call, { account, isSent: false })
    this.#prober.watch()
    return { refusal: this.#skipped(this.#lastFailure, permit.pauseSeconds) }
  }

  #skipped(last: ProviderFailure | null, pauseSeconds: number, why = ''): ProviderFailure {
    const isHeld = last?.kind === 'configuration'
    return {
      kind: 'temporary',
      code: 'PROVIDER_UNAVAILABLE',
      call: this.family,
      detail: `not asked${why}: ${last?.detail ?? 'no answer yet'}`,
      isOfCredentials: isHeld,
      isHeldByConfiguration: isHeld,
      retryAfterSeconds: Math.ceil(pauseSeconds)
    }
  }

  #originOf(account: AccountName | undefined): CallOrigin {
    if (account === undefined) return 'any'
    return this.#accounts.find(account) === undefined ? 'account' : 'failing-account'
  }

  #remember(call: ProviderCall, how: { account: AccountName | undefined; isSent: boolean }): void {
    const { account, isSent } = how
    if (call.mayProbe === true) this.#prober.remember(account ? keyOf(account) : '', { call, isSent })
  }

  /** While the circuit is open, a call that is permitted is the probe. */
  async #track(sending: Promise<CallResult>): Promise<CallResult> {
    if (!this.isOpen) return await sending
    this.#probing = sending
    try {
      return await sending
    } finally {
      if (this.#probing === sending) this.#probing = null
    }
  }

  /** Repeats a call to check whether the provider is back. */
  async #probe(call: ProviderCall): Promise<void> {
    const permit = this.#circuit.enter()
    if ('pauseSeconds' in permit) return
    const read = await this.#track(this.#send({ ...call, mayRepeat: () => false }))
    const failure = read.kind === 'failed' ? read.failure : undefined
    // The repeated call's own data, such as its access token, may have expired: the provider still responded.
    const outcome = failure?.kind === 'configuration' ? 'answered' : outcomeOf(failure)
    if (failure !== undefined && outcome !== 'answered') this.#lastFailure = failure
    this.#settle(permit, outcome, { failure })
  }

  #settle(
    permit: CallPermit,
    outcome: CallOutcome,
    { failure, origin }: { failure: ProviderFailure | undefined; origin?: CallOrigin }
  ): void {
    const { now, report } = this.#runtime
    const change = permit.settle(outcome, failure?.retryAfterSeconds, origin)
    if (outcome === 'answered') this.#answeredAtSeconds = now()
    if (change !== null) {
      this.changedAtSeconds = now()
      if (change === 'closed') this.#accounts.endPauses()
      report({ kind: `circuit.${change}`, calls: this.name, detail: failure?.detail ?? 'an answer' })
    }
    this.#prober.watch()
  }

  /** Notes what a call says about its account. Where the failure comes from, for the circuit of the group. */
  #settleAccount(
    account: AccountName | undefined,
    own: CallPermit | null,
    result: { outcome: CallOutcome; failure: ProviderFailure | undefined }
  ): CallOrigin {
    if (account === undefined) return 'any'
    const { now, report } = this.#runtime
    const origin = this.#originOf(account)
    const change = this.#accounts.settle(account, own, result)
    if (change === 'opened' && !this.isOpen) {
      const answeredAt = this.#answeredAtSeconds
      report({
        kind: 'account.failing',
        calls: this.name,
        subject: account.uid,
        tenant: account.tenantId ?? undefined,
        detail: result.failure?.detail ?? '',
        othersAnsweredSecondsAgo: answeredAt === null ? null : Math.round(now() - answeredAt)
      })
    }
    return origin
  }
}

/** A provider that requests a pause is not probed before its end. */
function outcomeOf(failure: ProviderFailure | undefined): CallOutcome {
  const { isOutage, isWide, retryAfterSeconds } = failure ?? {}
  if (isOutage === true && retryAfterSeconds === undefined) return 'away'
  return isWide === true ? 'failed' : 'answered'
}

/** How long a call is repeated for its caller, who may have left. */
const UNWANTED_SECONDS = 60
/** Calls that take turns as the probe. */
const MAX_CALLS = 5
/** A timer this late, in seconds, was not delayed by load. */
const LATE_SECONDS = 3
/** By then a request that came first has made its call. */
const ASKED_BY_THEN_SECONDS = 0.5

/**
 * Repeats calls while the provider is unavailable, one per pause. Those of different accounts take turns, first the ones that
 * have not been sent; each until a minute after its caller last asked. `probe`: makes the call if the circuit permits.
 */
function createProber(
  circuit: Circuit,
  { now, schedule }: Pick<Runtime, 'now' | 'schedule'>,
  probe: (call: ProviderCall) => void
) {
  /** By account. */
  const calls = new Map<string, { call: ProviderCall; lastUsedAt: number; sent: number }>()
  let cancel: (() => void) | null = null
  let dueAt = Number.POSITIVE_INFINITY
  let isStopped = false

  function forget(): void {
    calls.clear()
    cancel?.()
    cancel = null
  }

  /** Call whenever the circuit may have changed. */
  function watch(): void {
    const seconds = circuit.probeDueSeconds()
    if (circuit.isClosed() || isStopped) forget()
    else if (calls.size > 0 && seconds !== null && cancel === null) plan(seconds)
  }

  function plan(seconds: number): void {
    dueAt = now() + seconds
    cancel = schedule(seconds, fire)
  }

  function fire(): void {
    cancel = null
    for (const [account, { lastUsedAt }] of calls)
      if (now() - lastUsedAt > UNWANTED_SECONDS) calls.delete(account)
    // The process had no processor. The request that gave it back makes the call itself, instead of being refused during it.
    if (now() - dueAt > LATE_SECONDS) plan(ASKED_BY_THEN_SECONDS)
    else if (circuit.probeDueSeconds() === 0) sendNext()
    watch()
  }

  function sendNext(): void {
    const [next] = [...calls.values()].sort((one, other) => one.sent - other.sent)
    if (next === undefined) return
    next.sent += 1
    probe(next.call)
  }

  return {
    /** Stores a read-only call that failed or was withheld, for probing. `account`: its key; empty: of none. `isSent`: it failed. */
    remember(account: string, { call, isSent }: { call: ProviderCall; isSent: boolean }): void {
      // Its caller has gone, and its signal has fired.
      const { signal: _, mayRepeat: __, ...rest } = call
      const sent = calls.get(account)?.sent ?? (isSent ? 1 : 0)
      calls.delete(account)
      calls.set(account, { call: rest, lastUsedAt: now(), sent })
      if (calls.size <= MAX_CALLS) return
      const most = Math.max(...[...calls.values()].map((one) => one.sent))
      const [dropped] = [...calls].find(([, one]) => one.sent === most) ?? []
      if (dropped !== undefined) calls.delete(dropped)
    },
    watch,
    stop(): void {
      isStopped = true
      forget()
    }
  }
}
