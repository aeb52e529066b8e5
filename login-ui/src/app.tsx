import { useCallback, useEffect, useReducer } from 'react'
import { preconnect } from 'react-dom'
import { problemOf } from './auth/errors.ts'
import { type Credentials, gapIn, type LoadSdk, signIn } from './auth/sign-in.ts'
import { whenIdle } from './lib/idle.ts'
import { addressAfterSignIn } from './lib/redirect.ts'
import { initialState, reduce } from './machine.ts'
import type { PageConfig } from './page-config.ts'
import { Leaving } from './screens/leaving.tsx'
import { SignIn } from './screens/sign-in.tsx'
import { Card } from './ui/card.tsx'

/** How long the browser may take to leave before the page offers a link. */
const patienceMs = 5000

/** Where the SDK sends the password, and so the one host worth a connection ahead. */
const identityToolkit = 'https://identitytoolkit.googleapis.com'

interface AppProps {
  config: PageConfig
  loadSdk: LoadSdk
}

/** The page: keeps the state, talks to the provider and the gateway, shows the screen that fits. */
export function App({ config, loadSdk }: AppProps) {
  const [state, dispatch] = useReducer(reduce, initialState(config.reason, navigator.onLine))
  const address = addressAfterSignIn(config.redirectTarget, location.origin, location.hash)
  const leaving = state.name === 'leaving'

  // A failed warm-up is no news: the submit loads again and tells.
  const warmUp = useCallback(() => void loadSdk().catch(() => {}), [loadSdk])
  useEffect(() => whenIdle(warmUp), [warmUp])

  const prepare = () => {
    warmUp()
    if (config.emulatorUrl === null) preconnect(identityToolkit, { crossOrigin: 'anonymous' })
  }

  useEffect(() => {
    const goOffline = () => dispatch({ type: 'went-offline' })
    const goOnline = () => dispatch({ type: 'came-online' })
    addEventListener('offline', goOffline)
    addEventListener('online', goOnline)
    return () => {
      removeEventListener('offline', goOffline)
      removeEventListener('online', goOnline)
    }
  }, [])

  useEffect(() => {
    if (!leaving) return
    location.replace(address)
    const timer = setTimeout(() => dispatch({ type: 'still-here' }), patienceMs)
    return () => clearTimeout(timer)
  }, [leaving, address])

  const submit = async (credentials: Credentials) => {
    const fail = (code: string, reference: string | null = null) =>
      dispatch({ type: 'failed', problem: problemOf(code, reference) })

    const gap = gapIn(credentials)
    if (gap !== null) return fail(gap)
    dispatch({ type: 'submitted' })
    try {
      const answer = await signIn(loadSdk, config, credentials, () => dispatch({ type: 'signed-in' }))
      if (answer.kind === 'opened') dispatch({ type: 'session-opened' })
      else fail(answer.code, answer.reference)
    } catch (err) {
      fail('page/fault')
      throw err
    }
  }

  return (
    <Card brandName={config.brandName} contactUrl={config.contactUrl}>
      {state.name === 'leaving' && state.slow ? (
        <Leaving address={address} />
      ) : (
        <SignIn state={state} config={config} onSubmit={submit} onIntent={prepare} />
      )}
    </Card>
  )
}
