import type { Accounts, ListOptions } from '../../identity-platform/accounts.ts'
import type { UserRecord } from '../../identity-platform/user-record.ts'
import { endingOf } from './ending.ts'

/** A page of accounts that was read. */
export interface Page {
  records: UserRecord[]
  nextPageToken: string | null
}

/** The pages of a pool, each asked for when it is wanted. Throws an `Ending` when one cannot be read. */
export async function* readPages(accounts: Accounts, options: ListOptions): AsyncGenerator<Page, void> {
  for await (const page of accounts.list(options)) {
    if (page.kind === 'failed') throw endingOf(page.failure, 'listing accounts')
    yield page
  }
}
