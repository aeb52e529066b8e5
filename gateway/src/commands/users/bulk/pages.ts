import type { Accounts, ListOptions } from '../../../identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import { orInterrupted } from '../../command-error.ts'
import type { Io } from '../../io.ts'
import { providerError } from '../account/account.ts'

/** A page of accounts that was read. */
export interface Page {
  records: UserRecord[]
  nextPageToken: string | null
}

/**
 * The pages of a pool, each asked for when it is wanted. Throws a `CommandError` when one cannot be read, and at Ctrl-C
 * without waiting for the answer.
 */
export async function* readPages(
  { signal }: Io,
  accounts: Accounts,
  options: ListOptions
): AsyncGenerator<Page, void> {
  const pages = accounts.list(options)
  for (;;) {
    // By hand: `for await` would wait for the answer before it leaves.
    const { done, value: page } = await orInterrupted(signal, pages.next())
    if (done === true) return
    if (page.kind === 'failed') throw providerError(page.failure, 'listing accounts')
    yield page
  }
}
