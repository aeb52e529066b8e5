import { use, useMemo, useRef, useSyncExternalStore } from 'react'
import { App } from '../../app.tsx'
import type { PageConfig } from '../../page-config.ts'
import { lazyViews } from '../../screens/lazy-views.ts'
import { FormProblemContext, isWrong } from '../../ui/field-problem.tsx'
import { useFocus } from '../../ui/focus.ts'
import { FrameBody, type FrameProps } from '../../ui/frame.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useProblemNote } from '../account-context.ts'
import { proofTexts } from './proof-config.ts'
import { proofView } from './proof-view.tsx'
import type { Prover } from './prover.ts'

/** The login page's views, but for the first one. */
const views = lazyViews({ 'sign-in': proofView })

/** Loads what the card is made of. Rejects when a file cannot be fetched; may be tried again. */
export const loadProofCard = () => views.loadExtras()

interface ProofCardProps {
  prover: Prover
  /** The visitor does not want to prove anything. */
  onGiveUp: () => void
}

/** The login page's screens as a part of the account page, where the visitor proves who is there. */
export function ProofCard({ prover, onGiveUp }: ProofCardProps) {
  const { store, act } = prover
  const config = useSpokenConfig(prover)
  const state = useSyncExternalStore(store.subscribe, store.state, store.state)
  return (
    <>
      <App
        config={config}
        state={state}
        act={act}
        views={views}
        onEmail={() => {}}
        onRemember={() => {}}
        frame={ProofFrame}
      />
      {state.screen.name === 'sign-in' && (
        <p className="ways">
          <button type="button" className="link" onClick={onGiveUp}>
            {config.texts['page.cancel']}
          </button>
        </p>
      )}
    </>
  )
}

/** The configuration of a proof in the language that the page around it has by now. */
function useSpokenConfig({ config }: Prover): PageConfig {
  const { locale, direction, texts } = usePage().config
  return useMemo(
    () => ({ ...config, locale, direction, texts: proofTexts(texts) }),
    [config, locale, direction, texts]
  )
}

function ProofFrame({ state, place, heading, announced, children }: FrameProps) {
  const root = useRef<HTMLElement>(null)
  useFocus(root, place, state)
  useProblemNote(isWrong(use(FormProblemContext)))
  return (
    <section className="proof" ref={root} aria-labelledby="proof">
      <h2 id="proof" tabIndex={-1}>
        {heading}
      </h2>
      <FrameBody state={state} announced={announced}>
        {children}
      </FrameBody>
    </section>
  )
}
