/**
 * The account page around its screens: frame, title, focus and links. Like all components a pure function of
 * its props, so the server renders the same. It makes no calls and knows no tokens.
 */

import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { type Text, textsIn } from '../lib/i18n.ts'
import type { PageConfig } from '../page-config.ts'
import { titleOf } from '../screens/headings.ts'
import { createAnnouncer } from '../ui/announcer.ts'
import { Brand } from '../ui/brand.tsx'
import { moveFocus } from '../ui/focus.ts'
import { Footer } from '../ui/footer.tsx'
import { PageContext, type PageTools, usePage } from '../ui/page-context.tsx'
import { AccountContext, type AccountTools } from './account-context.ts'
import { AccountLink, accountPathOf } from './account-link.tsx'
import type { AccountPageName, OwnAccount } from './contract.ts'
import type { AccountScreen, AccountScreens } from './screens/screens.ts'
import { Success } from './task.tsx'

interface AccountAppProps {
  config: PageConfig
  page: AccountPageName
  tools: Omit<AccountTools, 'noteProblem'>
  screens: AccountScreens
  /** Changes the language of the page. */
  speak: (locale: string) => void
  /** Whether the language chosen last failed to load. */
  isLanguageLost: boolean
  /** The dev drawer, as on the login page. */
  devDrawer?: ReactNode
}

export function AccountApp(props: AccountAppProps) {
  const { config, page, tools, screens, speak, isLanguageLost, devDrawer } = props
  const text = useMemo(() => textsIn(config.texts), [config])
  const [announced, setAnnounced] = useState<string | null>(null)
  const [announce] = useState(() => createAnnouncer(setAnnounced))
  const [problems, setProblems] = useState(0)
  const [noteProblem] = useState(() => () => {
    setProblems((count) => count + 1)
    return () => {
      setProblems((count) => count - 1)
      announce(null)
    }
  })
  const screen = screenAt(page, screens)
  const shown = screen === screens.find(page) ? page : 'overview'
  const heading = screen.heading(tools.account, text)
  const { Head = SubpageHead } = screen
  const title = titleOf(heading, { config, text, isError: problems > 0 })
  const root = useArrival(shown, title, tools.toast && accountPathOf(tools.toast.page, config))
  // The footer links to the login page's path; here that is the account page.
  const path = accountPathOf(shown, config)
  const place = { ...config, query: '', paths: { ...config.paths, login: path } }
  return (
    <AccountContext value={{ ...tools, noteProblem }}>
      <PageContext value={{ ...quietTools(config, text), announce }}>
        <main className="card account" ref={root}>
          <Brand />
          <p className="notice without-script">{text('account-page.noscript')}</p>
          <Head heading={<h1 tabIndex={-1}>{heading}</h1>} />
          <screen.Body />
          <div className="toast" aria-live="polite">
            {tools.toast?.words && <Success>{text(tools.toast.words, tools.toast.slots)}</Success>}
          </div>
          {/* At the end: the overview is long, and languages are chosen below it. */}
          <div className="status" aria-live="polite">
            {isLanguageLost && (
              <p className="notice">
                {text('problem.network.title')} {text('problem.network.hint')}
              </p>
            )}
          </div>
          <p className="visually-hidden" aria-live="polite">
            {announced}
          </p>
        </main>
      </PageContext>
      <PageContext
        value={{
          ...quietTools(place, text),
          act: (name, ...[locale]) => {
            if (name === 'speak') speak(String(locale))
          }
        }}
      >
        <Footer address="sign-in" />
      </PageContext>
      {devDrawer}
    </AccountContext>
  )
}

function SubpageHead({ heading }: { heading: ReactNode }) {
  const { text } = usePage()
  return (
    <header>
      <AccountLink to="overview" className="link back">
        {text('account-page.heading')}
      </AccountLink>
      {heading}
    </header>
  )
}

/** The screen of a page; the overview if it has none. */
function screenAt(page: AccountPageName, screens: AccountScreens): AccountScreen {
  const screen = screens.find(page) ?? screens.find('overview')
  if (screen === null) throw new Error('no overview')
  return screen
}

/** The document title of an account page. */
export function accountTitle(
  page: AccountPageName,
  account: OwnAccount,
  config: PageConfig,
  screens: AccountScreens
): string {
  const text = textsIn(config.texts)
  const heading = screenAt(page, screens).heading(account, text)
  return titleOf(heading, { config, text, isError: false })
}

/**
 * Focuses the heading of a new page, or its link to the one the visitor has finished with, and sets the document title.
 * Nothing is focused when the page opens.
 */
function useArrival(page: AccountPageName, title: string, finishedPath: string | null) {
  const root = useRef<HTMLElement>(null)
  const seen = useRef(page)
  useEffect(() => {
    if (seen.current !== page) {
      scrollTo(0, 0)
      const { current } = root
      const link = current?.querySelector<HTMLElement>(`a[href="${finishedPath}"]`)
      moveFocus(link ?? current?.querySelector('h1'))
    }
    seen.current = page
  }, [page, finishedPath])
  useEffect(() => {
    document.title = title
  }, [title])
  return root
}

/** Tools that parts of the login page need, without any flows. */
function quietTools(config: PageConfig, text: Text): PageTools {
  return {
    config,
    text,
    act: () => {},
    busyText: null,
    working: null,
    press: () => {},
    passwordRules: null,
    email: '',
    keepEmail: () => {},
    remember: false,
    chooseToRemember: () => {},
    lastUsed: null,
    passkeys: undefined,
    extras: null,
    isKnown: false,
    step: 'both',
    announce: () => {},
    prepare: () => {}
  }
}
