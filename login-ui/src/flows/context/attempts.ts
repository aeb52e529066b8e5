import { readBlocking, refusedProblem } from '../../auth/blocking.ts'
import { type Problem, problemOf } from '../../auth/errors.ts'
import type { LoadSdk, Refusal, Sdk } from '../../auth/sdk-contract.ts'
import type { Browser } from '../../lib/browser.ts'
import { isBusy, type OtherMode, type PageEvent, type Screen } from '../../machine.ts'
import type { PageConfig } from '../../page-config.ts'
import type { Store } from '../../store.ts'

/** One action of the visitor. Once it is over, its dispatches have no effect. */
export interface Attempt {
  isOver(): boolean
  dispatch(event: PageEvent): void
  /** Shows the next screen. */
  show(screen: Screen): void
  fail(problem: Problem, more?: { screen?: Screen; otherMode?: OtherMode | null }): void
  /** A refusal of a blocking function has a screen of its own, except in a proof. */
  refuse(refusal: Pick<Refusal, 'code'> & { message?: string }, more?: { screen?: Screen }): void
  /** The SDK, set to the tenant. Null: loading failed, which is shown, or the attempt is over. */
  sdk(): Promise<Sdk | null>
}

/** The visitor's attempts, one at a time. */
export type Attempts = ReturnType<typeof createAttempts>

interface AttemptDeps {
  config: Pick<PageConfig, 'provider' | 'showBlockingMessage'>
  store: Store
  browser: Pick<Browser, 'report'>
  memory: { tenantId: string | null; stopPasskeys(): void }
  /** Inside another page, which has no room for screens of its own. */
  isProof: boolean
}

export function createAttempts({ config, store, browser, memory, isProof }: AttemptDeps, loadSdk: LoadSdk) {
  let current: object | null = null
  /** Code -> advice for the operator, logged once. */
  const unreported = new Map([
    [
      'page/closed',
      config.provider.appCheck === null
        ? 'App Check is enforced for Authentication: set login.appCheck.siteKey'
        : 'App Check does not accept this page: see its documentation, and the errors above'
    ],
    ['page/recaptcha-off', 'the project enforces reCAPTCHA: set login.security.recaptcha']
  ])

  function adviseOperator(code: string): void {
    const problem = unreported.get(code)
    if (problem !== undefined) browser.report(new Error(`configuration: ${problem}`))
    unreported.delete(code)
  }

  function onBlocked(attempt: Attempt, reason: string): void {
    const message = config.showBlockingMessage ? reason : ''
    if (isProof) attempt.fail(refusedProblem(message))
    else attempt.show({ name: 'refused', message })
  }

  function create(): Attempt {
    const own = {}
    current = own
    const isOver = () => current !== own
    const dispatch = (event: PageEvent) => {
      if (!isOver()) store.dispatch(event)
    }
    const attempt: Attempt = {
      isOver,
      dispatch,
      show: (screen) => dispatch({ type: 'screen-received', screen }),
      fail: (problem, more = {}) => dispatch({ type: 'failed', problem, ...more }),
      refuse({ code, message = '' }, more) {
        const blocking = readBlocking({ code, message })
        if (blocking?.kind === 'refused') return onBlocked(attempt, blocking.message)
        if (blocking !== null) return attempt.fail(problemOf('PROVIDER_UNAVAILABLE'), more)
        const named = code === 'page/recaptcha' && !config.provider.recaptcha ? 'page/recaptcha-off' : code
        adviseOperator(named)
        attempt.fail(problemOf(named), more)
      },
      async sdk() {
        const sdk = await loadSdk().catch(() => null)
        if (sdk === null) attempt.refuse({ code: 'page/unreachable' })
        else sdk.setTenant(memory.tenantId)
        return isOver() ? null : sdk
      }
    }
    return attempt
  }

  return {
    /** Begins an attempt with an event, unless the page is busy. Exceptions in `work` are shown as problems. */
    begin(event: PageEvent, work: (attempt: Attempt) => Promise<void>) {
      if (isBusy(store.state())) return
      const attempt = create()
      memory.stopPasskeys()
      attempt.dispatch(event)
      work(attempt).catch((err: unknown) => {
        attempt.refuse({ code: 'page/fault' })
        browser.report(err)
      })
    },

    /** Shows a problem found without a request, unless the page is busy. `also`: of another field of the form. */
    refuse(problem: Problem, also: Problem | null = null) {
      if (!isBusy(store.state()))
        store.dispatch({ type: 'failed', problem, ...(also === null ? {} : { also }) })
    },

    /** Ends the current attempt. */
    abandon() {
      current = null
    }
  }
}
