import type { PageWords } from './words.ts'

export const de: PageWords = {
  language: { id: 'de', direction: 'ltr', reference: 'Referenz' },
  signOut: {
    title: 'Abmelden?',
    text: 'Um weiterzumachen, müssen Sie sich danach neu anmelden.',
    submit: 'Abmelden',
    stay: 'Angemeldet bleiben'
  },
  handOver: {
    title: 'Sie werden angemeldet',
    text: 'Sie sind angemeldet. Weiter zu {host}.',
    submit: 'Weiter'
  },
  notHandedOver: {
    title: 'Diese Anmeldung wurde nicht weitergegeben',
    late: 'Es war zu spät, oder sie wurde schon verwendet. Nichts ist verloren: Versuchen Sie es noch einmal.',
    withoutCookies:
      'Der Browser hat die Cookies dieser Website nicht behalten. Erlauben Sie sie und versuchen Sie es noch einmal.',
    retry: 'Noch einmal versuchen'
  },
  keepForm: {
    title: 'Melden Sie sich an, um dieses Formular zu senden',
    text: 'Bevor Ihre Eingaben gesendet werden können, müssen Sie sich anmelden.',
    lost: 'Dieser Browser kann sie nicht aufbewahren: Bitte füllen Sie das Formular nach der Anmeldung noch einmal aus.',
    kept: 'Sie werden in diesem Tab aufbewahrt. Nach der Anmeldung werden Sie gefragt, bevor sie gesendet werden.',
    signIn: 'Anmelden'
  },
  sendForm: {
    title: 'Formular senden',
    none: 'In diesem Tab ist kein Formular, das noch zu senden wäre.',
    offer: 'Mit „Senden“ schicken Sie ab, was Sie vor der Anmeldung ausgefüllt haben.',
    others:
      'Als dieses Formular ausgefüllt wurde, war ein anderes Konto angemeldet. Mit „Senden“ schickt Ihr Konto es ab.',
    account: 'Sie sind angemeldet als {account}.',
    send: 'Senden',
    back: 'Weiter'
  },
  shownForm: { goesTo: 'Es geht an {address}:', hidden: '(nicht angezeigt)', more: 'und {count} weitere' }
}
