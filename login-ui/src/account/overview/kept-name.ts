import { type RefObject, useEffect } from 'react'
import { createTabStorage } from '../../lib/tab-storage.ts'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { accountPathOf } from '../account-paths.ts'
import { keepTypedName, takeTypedName } from '../typed-name.ts'

/** Keeps what is typed into the field of the name when the session is over, and fills it in again after the sign-in. */
export function useKeptName(field: RefObject<HTMLInputElement | null>): void {
  const { config } = usePage()
  const { account, onSessionOver } = useAccount()
  const { uid, name } = account
  useEffect(() => {
    const storage = createTabStorage(() => sessionStorage)
    const place = { uid, path: accountPathOf('overview', config) }
    /** Null: it is as it was saved. */
    const typed = () => {
      const value = field.current?.value ?? ''
      return value === (name ?? '') ? null : value
    }
    const kept = takeTypedName(storage, place, Date.now())
    // Who types before the page can answer knows better.
    if (kept !== null && typed() === null && field.current !== null) field.current.value = kept
    return onSessionOver(() => {
      const unsaved = typed()
      if (unsaved !== null) keepTypedName(storage, place, unsaved, Date.now())
    })
  }, [config, field, name, onSessionOver, uid])
}
