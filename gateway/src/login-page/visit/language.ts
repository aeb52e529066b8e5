import type { FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGE_SECONDS, type PageCookie } from '../../endpoints/page-cookie.ts'
import type { Locales } from '../../http/locales.ts'
import { parameterOf } from '../../http/query.ts'
import type { LoginVisit } from './visit.ts'

/**
 * Gives the function that chooses the language of a page, by id. A language chosen by the query parameter `lang`, its own or that of
 * the account page on the way to it, is kept in `cookie` for a year, but not the one of a link from a mail: that is the language of
 * the mail.
 */
export function createLanguageChoice(locales: Locales, cookie: PageCookie) {
  return function chooseLanguage(
    request: FastifyRequest,
    reply: FastifyReply,
    { address, askedLanguage }: Pick<LoginVisit, 'address' | 'askedLanguage'>
  ): string {
    const lang = parameterOf(request, 'lang') ?? askedLanguage
    const chosen = lang === null ? null : locales.find(lang)
    if (chosen !== null && address !== 'action') cookie.set(reply, chosen, LANGUAGE_SECONDS)
    return locales.choose({
      uiLocales: parameterOf(request, 'ui_locales'),
      lang,
      cookie: cookie.read(request),
      header: request.headers['accept-language']
    })
  }
}
