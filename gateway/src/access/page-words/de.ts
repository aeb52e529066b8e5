import type { PageWords } from './words.ts'

/** The words in German. */
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
    send: 'Senden',
    back: 'Weiter'
  },
  shownForm: { goesTo: 'Es geht an {address}:', hidden: '(nicht angezeigt)', more: 'und {count} weitere' },
  refusal: {
    disabled: 'Konto gesperrt',
    noAccess: 'Kein Zugriff',
    notFound: 'Nicht gefunden',
    again: 'Noch einmal versuchen',
    providerAway: 'Die Anmeldung ist gerade nicht möglich',
    tooMany: 'Zu viele Versuche',
    busy: 'Die Anwendung ist ausgelastet',
    silent: 'Die Anwendung antwortet nicht',
    failed: 'Etwas ist schiefgelaufen',
    refused: 'Das hat nicht geklappt',
    secondFactor: 'Ein zweiter Schritt ist nötig'
  },
  because: {
    USER_DISABLED: 'Dieses Konto ist gesperrt.',
    FORBIDDEN: 'Ihr Konto hat keinen Zugriff auf diese Seite.',
    ORIGIN_MISMATCH: 'Die Anfrage kam von einer anderen Website.',
    RATE_LIMITED: 'Warten Sie einen Moment und versuchen Sie es noch einmal.',
    NOT_FOUND: 'Unter dieser Adresse gibt es nichts.',
    UNKNOWN_HOST: 'Unter dieser Adresse gibt es keine Anwendung.',
    PROVIDER_UNAVAILABLE:
      'Der Anmeldedienst ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    VERDICT_CHANGED: 'Die Antwort hat sich inzwischen geändert. Versuchen Sie es noch einmal.',
    UPSTREAM_UNREACHABLE: 'Die Anwendung ist gerade nicht erreichbar.',
    UPSTREAM_BUSY: 'Die Anwendung ist gerade ausgelastet. Versuchen Sie es gleich noch einmal.',
    UPSTREAM_TIMEOUT: 'Die Anwendung hat zu lange nicht geantwortet.',
    INTERNAL_ERROR: 'Bei uns ist etwas schiefgelaufen.',
    SIGN_IN_METHOD_NOT_ALLOWED:
      'Diese Art der Anmeldung gibt es hier nicht. Melden Sie sich auf eine andere Art an.',
    EMAIL_UNVERIFIED: 'Ihre E-Mail-Adresse ist noch nicht bestätigt.',
    SECOND_FACTOR_REQUIRED: 'Dieses Konto braucht einen zweiten Schritt.',
    STEP_UP_REQUIRED:
      'Für diese Seite müssen Sie bestätigen, dass Sie es sind. Melden Sie sich noch einmal an, um fortzufahren.',
    TENANT_MISMATCH:
      'Dieser Bereich ist für Konten einer anderen Organisation. Melden Sie sich mit einem solchen Konto an.',
    NO_SERVICE_ACCOUNT:
      'Das Abmelden auf allen Geräten ist hier nicht eingerichtet. Sie können sich in diesem Browser abmelden.'
  },
  inGeneral: {
    signIn: 'Ihre Anmeldung gilt nicht mehr. Melden Sie sich noch einmal an.',
    request: 'Die Adresse oder das Formular ist nicht vollständig.',
    slow: 'Die Übertragung hat zu lange gedauert.',
    large: 'Was der Browser gesendet hat, ist zu groß.',
    head: 'Der Browser hat zu viele Cookies gesendet, oder die Adresse ist zu lang. Meist hilft es, die Cookies dieser Website zu löschen.'
  },
  more: {
    nothingLost: 'Nichts, was Sie getan haben, ist verloren.',
    sendAgain:
      'Ihre Eingaben sind vielleicht nicht angekommen. Gehen Sie im Browser zurück, um sie noch einmal zu senden.',
    nobody: 'Niemand hat Zugriff auf diese Seite.',
    noSecondFactor:
      'Dieser Bereich verlangt eine Anmeldung mit einem zweiten Schritt, und Ihre hatte keinen. Die gleiche Anmeldung noch einmal würde daran nichts ändern.',
    signedInAs: 'Sie sind angemeldet als {name}.'
  },
  ways: {
    retry: 'Noch einmal versuchen',
    start: 'Zur Startseite',
    signIn: 'Anmelden',
    signOut: 'Abmelden',
    otherAccount: 'Anderes Konto verwenden',
    switchAccount: 'Konto wechseln',
    otherWay: 'Auf andere Weise anmelden',
    addSecondFactor: 'Zweiten Schritt einrichten'
  }
}
