import { untilDeadline } from '../../async.ts'
import type { CircuitCondition } from '../../operations/condition.ts'
import type { CallEvent } from '../../operations/provider-events.ts'
import type { Runtime } from '../../operations/runtime.ts'
import { describeCall, NO_NOTES } from '../../operations/tracing.ts'
import { type AccountName, createAccountCircuits, keyOf } from './account-circuits.ts'
import { type CallOrigin, type CallOutcome, type CallPermit, type Circuit, createCircuit } from './circuit.ts'
import {
  type CallResult,
  createHintReporter,
  failed,
  type ProviderFailure,
  readResponse
} from './error-sorting.ts'
import {
  CALL_FAMILIES,
  type CallFamily,
  describeSilence,
  type ProviderCall,
  type ProviderHttp
} from './http.ts'
import { createProber, type Prober } from './prober.ts'

export type ProviderCalls = ReturnType<typeof createProviderCalls>

export interface AskOptions {
  /** A refusal that the caller handles, not reported to circuit or operator. */
  expectedStatus?: number
  /** Group of calls sharing a circuit; default: the family. */
  line?: string
  /** The account that the call is about, which may fail for itself. Default: it is about none. */
  account?: AccountName | undefined
}

/** How long a call waits for a probe that is under way, before it is withheld. */
const PROBE_WAIT_MS = 500

/**
 * Calls with classified failures. A circuit per line keeps bursts of visitors from a failing provider, and one per failing account
 * keeps its failures from everyone else. The schedule is for probes while the provider is unavailable. `random`: between 0 and 1.
 */
export function createProviderCalls(
  runtime: Runtime,
  http: ProviderHttp,
  random: () => number = Math.random
) {
  const { now, report, schedule, spans } = runtime
  const hints = createHintReporter(report)
  const lines = new Map<string, CircuitGroup>()
  const beganAtSeconds = now()

  function groupOf(name: string, family: CallFamily): CircuitGroup {
    const known = lines.get(name)
    if (known !== undefined) return known
    const circuit = createCircuit({ now, random })
    const prober = createProber({ circuit, now, schedule, probe: (call) => void probe(line, call) })
    const accounts = createAccountCircuits({ now, random })
    const state = {
      probing: null,
      lastFailure: null,
      changedAtSeconds: beganAtSeconds,
      answeredAtSeconds: null
    }
    const line: CircuitGroup = { name, family, circuit, prober, accounts, ...state }
    lines.set(name, line)
    return line
  }

  function settle(
    line: CircuitGroup,
    permit: CallPermit,
    outcome: CallOutcome,
    { failure, origin }: { failure?: ProviderFailure; origin?: CallOrigin } = {}
  ): void {
    const change = permit.settle(outcome, failure?.retryAfterSeconds, origin)
    if (outcome === 'answered') line.answeredAtSeconds = now()
    if (change !== null) {
      line.changedAtSeconds = now()
      if (change === 'closed') line.accounts.endPauses()
      report({ kind: `circuit.${change}`, calls: line.name, detail: failure?.detail ?? 'an answer' })
    }
    line.prober.watch()
  }

  /** Notes what a call says about its account. Where the failure comes from, for the circuit of the line. */
  function settleAccount(
    line: CircuitGroup,
    account: AccountName | undefined,
    own: CallPermit | null,
    result: { outcome: CallOutcome; failure?: ProviderFailure }
  ): CallOrigin {
    if (account === undefined) return 'any'
    const origin = originOf(line, account)
    const change = line.accounts.settle(account, own, result)
    if (change === 'opened' && line.circuit.isClosed()) {
      const { answeredAtSeconds } = line
      report({
        kind: 'account.failing',
        calls: line.name,
        subject: account.uid,
        tenant: account.tenantId ?? undefined,
        detail: result.failure?.detail ?? '',
        othersAnsweredSecondsAgo: answeredAtSeconds === null ? null : Math.round(now() - answeredAtSeconds)
      })
    }
    return origin
  }

  /** The permits for a call: of the line, and of an account that has failed; or why it is withheld. */
  function admit(line: CircuitGroup, call: ProviderCall, account: AccountName | undefined): Admission {
    const failing = account && line.accounts.find(account)
    const own = failing?.circuit.enter() ?? null
    if (own !== null && 'pauseSeconds' in own) {
      const failure = failing?.failure ?? null
      return { refusal: skipped(line.family, failure, own.pauseSeconds, ' for this account') }
    }
    const permit = line.circuit.enter(originOf(line, account))
    if ('settle' in permit) return { permit, own }
    own?.settle('neither')
    remember(line, call, { account, isSent: false })
    line.prober.watch()
    return { refusal: skipped(line.family, line.lastFailure, permit.pauseSeconds) }
  }

  function remember(
    line: CircuitGroup,
    call: ProviderCall,
    { account, isSent }: { account: AccountName | undefined; isSent: boolean }
  ): void {
    if (call.mayProbe === true) line.prober.remember(account ? keyOf(account) : '', { call, isSent })
  }

  /** While the circuit is open, a call that is permitted is the probe. */
  async function sendPermitted(line: CircuitGroup, sending: Promise<CallResult>): Promise<CallResult> {
    if (line.circuit.isClosed()) return await sending
    line.probing = sending
    try {
      return await sending
    } finally {
      if (line.probing === sending) line.probing = null
    }
  }

  async function send(family: CallFamily, call: ProviderCall, notes = NO_NOTES): Promise<CallResult> {
    const startedAtMs = performance.now()
    const response = await http.send(call)
    if (response.kind === 'response') notes.set('http.response.status_code', response.status)
    const read = readResponse(family, response)
    if (read.kind === 'failed') {
      read.failure.call = family
      notes.failed(read.failure.code)
    }
    const result = resultOfCall(read.kind === 'ok' ? null : read.failure)
    report({ kind: 'provider.call', call: family, result, durationMs: performance.now() - startedAtMs })
    return read
  }

  /** Repeats a call to check whether the provider is back. */
  async function probe(line: CircuitGroup, call: ProviderCall): Promise<void> {
    const permit = line.circuit.enter()
    if ('pauseSeconds' in permit) return
    const read = await sendPermitted(line, send(line.family, { ...call, mayRepeat: () => false }))
    if (read.kind === 'ok') return settle(line, permit, 'answered')
    const { failure } = read
    // The repeated call's own data, such as its access token, may have expired: the provider still responded.
    const outcome = failure.kind === 'configuration' ? 'answered' : outcomeOf(failure)
    if (outcome !== 'answered') line.lastFailure = failure
    settle(line, permit, outcome, { failure })
  }

  function describeCircuit(family: CallFamily): CircuitCondition {
    const ofFamily = [...lines.values()].filter((line) => line.family === family)
    const open = ofFamily.filter(({ circuit }) => !circuit.isClosed())
    const [first] = open
    const changes = (first === undefined ? ofFamily : open).map(({ changedAtSeconds }) => changedAtSeconds)
    return {
      call: family,
      isOpen: first !== undefined,
      changedAtSeconds: Math.max(beganAtSeconds, ...changes),
      detail: first?.lastFailure?.detail ?? ''
    }
  }

  return {
    /** Never throws on network or HTTP errors. */
    async ask(family: CallFamily, call: ProviderCall, options: AskOptions = {}): Promise<CallResult> {
      const { expectedStatus, account } = options
      const line = groupOf(options.line ?? family, family)
      let admission = admit(line, call, account)
      if ('refusal' in admission && line.probing !== null) {
        await untilDeadline(line.probing, AbortSignal.timeout(PROBE_WAIT_MS), () => null)
        admission = admit(line, call, account)
      }
      if ('refusal' in admission) {
        report({ kind: 'provider.call', call: family, result: 'not_asked', durationMs: null })
        return failed(admission.refusal)
      }
      const { permit, own } = admission
      line.prober.watch()
      // No retry once other calls, or an earlier one for the account, have found the provider unavailable.
      const sent = { ...call, mayRepeat: () => own === null && line.circuit.isClosed() }
      const read = await sendPermitted(
        line,
        spans.run(describeCall(family, call), (notes) => send(family, sent, notes))
      )
      if (read.kind === 'ok') {
        settleAccount(line, account, own, { outcome: 'answered' })
        settle(line, permit, 'answered')
        hints.worked(family)
        return read
      }
      const { failure } = read
      const isExpected = failure.status !== undefined && failure.status === expectedStatus
      const outcome = isExpected ? 'neither' : outcomeOf(failure)
      const origin = settleAccount(line, account, own, { outcome, failure })
      if (outcome === 'away') remember(line, call, { account, isSent: true })
      settle(line, permit, outcome, { failure, origin })
      if (isExpected) return read
      line.lastFailure = failure
      hints.failed(family, failure)
      return read
    },
    /** The circuit of each family, open if any of its lines is. */
    circuits: (): CircuitCondition[] => CALL_FAMILIES.map(describeCircuit),
    /** Stops background probes. */
    close(): void {
      for (const { prober } of lines.values()) prober.stop()
    }
  }
}

/** A group of calls with a common circuit. */
interface CircuitGroup {
  name: string
  family: CallFamily
  circuit: Circuit
  prober: Prober
  accounts: ReturnType<typeof createAccountCircuits>
  /** The latest probe under way. */
  probing: Promise<CallResult> | null
  lastFailure: ProviderFailure | null
  /** When its circuit last opened or closed, in epoch seconds. */
  changedAtSeconds: number
  /** When the provider last responded, in epoch seconds. Null: never. */
  answeredAtSeconds: number | null
}

/** `own`: of the account's circuit; null: the account has not failed, or the call is about none. */
type Admission = { permit: CallPermit; own: CallPermit | null } | { refusal: ProviderFailure }

function originOf({ accounts }: CircuitGroup, account: AccountName | undefined): CallOrigin {
  if (account === undefined) return 'any'
  return accounts.find(account) === undefined ? 'account' : 'failing-account'
}

/** A provider that requests a pause is not probed before its end. */
function outcomeOf({ isOutage, isWide, retryAfterSeconds }: ProviderFailure): CallOutcome {
  if (isOutage === true && retryAfterSeconds === undefined) return 'away'
  return isWide === true ? 'failed' : 'answered'
}

function skipped(
  call: CallFamily,
  last: ProviderFailure | null,
  pauseSeconds: number,
  why = ''
): ProviderFailure {
  return {
    kind: 'temporary',
    code: 'PROVIDER_UNAVAILABLE',
    call,
    detail: `not asked${why}: ${last?.detail ?? 'no answer yet'}`,
    isOfCredentials: last?.kind === 'configuration',
    isHeldByConfiguration: last?.kind === 'configuration',
    retryAfterSeconds: Math.ceil(pauseSeconds)
  }
}

/** Start of `detail` as produced by `readResponse`. */
const QUOTA = /^\d+ (QUOTA_EXCEEDED|RESOURCE_EXHAUSTED|TOO_MANY_ATTEMPTS_TRY_LATER)\b/

/** The metric label of a call; null: it succeeded. */
export function resultOfCall(failure: ProviderFailure | null): Exclude<CallEvent['result'], 'not_asked'> {
  if (failure === null) return 'ok'
  const { status, detail, cause } = failure
  if (status === undefined) {
    const words = describeSilence(cause)
    if (words === 'timeout') return 'timeout'
    return words.startsWith('not HTTP') ? 'protocol' : 'network'
  }
  if (status === 429 || QUOTA.test(detail)) return 'quota'
  if (status >= 500) return 'server'
  // Below 400: an unexpected body.
  return status < 400 ? 'protocol' : 'refused'
}
