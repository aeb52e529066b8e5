import type { LoadSdk } from '../../auth/sdk-contract.ts'
import type { SessionClient } from '../../auth/session.ts'
import { initialState } from '../../first-state.ts'
import type { Act } from '../../flows/actions.ts'
import type { Attempt } from '../../flows/context/attempts.ts'
import type { FreshSignIn } from '../../flows/context/flow-context.ts'
import { createFlows } from '../../flows/flows.ts'
import type { FlowFiles } from '../../flows/lazy-flows.ts'
import { pathOf } from '../../lib/addresses.ts'
import type { Browser } from '../../lib/browser.ts'
import type { Address, PageConfig } from '../../page-config.ts'
import { createStore, type Store } from '../../store.ts'
import { isSameOwner, type Owner } from '../contract.ts'
import { type Proof, readProof } from './proof.ts'
import { proofConfig } from './proof-config.ts'

export interface ProverOptions {
  config: PageConfig
  owner: Owner
  browser: Browser
  loadSdk: LoadSdk
  files: FlowFiles
  session: Pick<SessionClient, 'check'>
  /** A provider sign-in starts, which may leave the page. */
  onProvider: () => void
  onProved: (proof: Proof) => void
  /** The session is over, or belongs to another account now. */
  onSessionLost: () => void
}

/** A sign-in inside the account page: the login page's flows and screens with a different last step. */
export interface Prover {
  /** The page's configuration, reduced to the account's sign-in methods. */
  config: PageConfig
  store: Store
  act: Act
  /** Starts, and resumes a sign-in that left this page for a provider. Returns a stop function. */
  start(): () => void
}

/** A sign-in that proves the owner of the session is present; rejects other accounts. */
export function createProver(options: ProverOptions): Prover {
  const { owner, browser, loadSdk, files, onProvider } = options
  const config = proofConfig(options.config, owner)
  const store = createStore({ ...initialState(config), email: owner.email ?? '' })
  const { act, start } = createFlows({
    config,
    store,
    loadSdk,
    files,
    // A second channel on the same page would receive the first one's messages.
    browser: { ...browser, openChannel: () => null },
    onProved: (attempt, signIn) => evaluate(options, attempt, signIn)
  })
  const leaveFor = (address: Address) => browser.leaveFor(browser.location().origin + pathOf(address, config))
  return {
    config,
    store,
    act(name, ...input) {
      // The login page's addresses are not part of this page.
      if (name === 'go') return leaveFor(input[0] as Address)
      if (name === 'signInWith') onProvider()
      act(name, ...input)
    },
    start
  }
}

async function evaluate(
  { owner, browser, session, onProved, onSessionLost }: ProverOptions,
  attempt: Attempt,
  { tokens, account }: FreshSignIn
): Promise<void> {
  const forget = () => void account?.forget().catch(browser.report)
  const refuse = (code: string) => {
    forget()
    attempt.refuse({ code }, { screen: { name: 'sign-in' } })
  }
  const proof = readProof(tokens, account, browser.now())
  if (proof === null || !isSameOwner(proof, owner)) return refuse('page/other-account')
  attempt.dispatch({ type: 'signed-in' })
  const check = await session.check()
  if (attempt.isOver()) return forget()
  if (check.kind === 'unknown') return refuse('page/unreachable')
  if (check.kind === 'signed-in' && isSameOwner({ uid: check.uid, tenant: check.tenantId }, owner))
    return onProved(proof)
  refuse('SESSION_ENDED')
  onSessionLost()
}
