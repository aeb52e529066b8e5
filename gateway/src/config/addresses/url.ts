import type { Config } from '../schema/schema.ts'

/** The URL that a text is; null: it is none. */
export function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

/** Do visitors come by https? */
export function isHttps({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https://')
}
