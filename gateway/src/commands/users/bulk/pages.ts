import type { Accounts, ListOptions } from '../../../identity-platform/accounts/accounts.ts'
import type { UserRecord } from '../../../identity-platform/accounts/user-record.ts'
import { orInterrupted } from '../../command-error.ts'
import type { Io } from '../../io.ts'
import { providerError } from '../account/account.ts'

export interface Page {
  records: UserRecord[]
  nextPageToken: string | null
}

/**
 * The pages of a tenant, fetched on demand. Throws a `CommandError` if one cannot be read, and at Ctrl-C
 * without awaiting the response.
 */
export async function* readPages(
  { signal }: Io,
  accounts: Accounts,
  options: ListOptions
): AsyncGenerator<Page, void> {
  const pages = accounts.list(options)
  for (;;) {
    // Manually: `for await` would await the response before leaving.
    const { done, value: page } = await orInterrupted(signal, pages.next())
    if (done === true) return
    if (page.kind === 'failed') throw providerError(page.failure, 'listing accounts')
    yield page
  }
}
