import type { PageWords } from './words.ts'

/** The words in Polish. */
export const pl: PageWords = {
  language: { id: 'pl', direction: 'ltr', reference: 'Numer zgłoszenia' },
  signOut: {
    title: 'Wylogować się?',
    text: 'Aby kontynuować, trzeba będzie zalogować się ponownie.',
    submit: 'Wyloguj się',
    stay: 'Nie wylogowuj'
  },
  handOver: {
    title: 'Trwa logowanie',
    text: 'Zalogowano. Przejdź do {host}.',
    submit: 'Dalej'
  },
  notHandedOver: {
    title: 'To logowanie nie zostało przekazane',
    late: 'Było za późno lub zostało już użyte. Nic nie przepadło: spróbuj ponownie.',
    withoutCookies: 'Przeglądarka nie zachowała plików cookie tej strony. Zezwól na nie i spróbuj ponownie.',
    retry: 'Spróbuj ponownie'
  },
  keepForm: {
    title: 'Zaloguj się, aby wysłać ten formularz',
    text: 'Przed wysłaniem wypełnionego formularza trzeba się zalogować.',
    lost: 'Ta przeglądarka nie może go zachować: po zalogowaniu wypełnij formularz ponownie.',
    kept: 'Formularz jest zachowany w tej karcie. Po zalogowaniu zapytamy przed wysłaniem.',
    signIn: 'Zaloguj się'
  },
  sendForm: {
    title: 'Wyślij formularz',
    none: 'W tej karcie nie ma formularza do wysłania.',
    offer: 'Naciśnij „Wyślij”, aby wysłać formularz wypełniony przed zalogowaniem.',
    others:
      'Gdy wypełniano ten formularz, zalogowane było inne konto. Naciśnij „Wyślij” tylko wtedy, gdy ma go wysłać Twoje.',
    send: 'Wyślij',
    back: 'Dalej'
  },
  shownForm: {
    goesTo: 'Zostanie wysłany do {address}:',
    hidden: '(nie pokazano)',
    more: 'i jeszcze {count}'
  },
  refusal: {
    disabled: 'Konto wyłączone',
    noAccess: 'Brak dostępu',
    notFound: 'Nie znaleziono strony',
    again: 'Spróbuj ponownie',
    providerAway: 'Logowanie jest chwilowo niedostępne',
    tooMany: 'Zbyt wiele prób',
    busy: 'Aplikacja jest zajęta',
    silent: 'Aplikacja nie odpowiada',
    failed: 'Coś poszło nie tak',
    refused: 'Nie udało się tego zrobić',
    secondFactor: 'Potrzebny jest drugi etap logowania'
  },
  because: {
    USER_DISABLED: 'To konto jest wyłączone.',
    FORBIDDEN: 'Twoje konto nie ma dostępu do tej strony.',
    ORIGIN_MISMATCH: 'Żądanie przyszło z innej strony.',
    RATE_LIMITED: 'Odczekaj chwilę i spróbuj ponownie.',
    NOT_FOUND: 'Pod tym adresem nic nie ma.',
    UNKNOWN_HOST: 'Pod tym adresem nie ma aplikacji.',
    PROVIDER_UNAVAILABLE: 'Usługa logowania jest teraz niedostępna. Spróbuj ponownie za chwilę.',
    VERDICT_CHANGED: 'Odpowiedź w międzyczasie się zmieniła. Spróbuj ponownie.',
    UPSTREAM_UNREACHABLE: 'Aplikacja jest teraz niedostępna.',
    UPSTREAM_BUSY: 'Aplikacja jest teraz zajęta. Spróbuj ponownie za chwilę.',
    UPSTREAM_TIMEOUT: 'Aplikacja zbyt długo nie odpowiadała.',
    INTERNAL_ERROR: 'Coś poszło nie tak po naszej stronie.',
    SIGN_IN_METHOD_NOT_ALLOWED: 'Ten sposób logowania nie jest tutaj dostępny. Zaloguj się w inny sposób.',
    EMAIL_UNVERIFIED: 'Adres e-mail nie jest jeszcze potwierdzony.',
    SECOND_FACTOR_REQUIRED: 'To konto wymaga drugiego etapu.',
    STEP_UP_REQUIRED: 'Ta strona wymaga potwierdzenia tożsamości. Zaloguj się ponownie, aby kontynuować.',
    TENANT_MISMATCH: 'Ta strona jest dla kont innej organizacji. Zaloguj się kontem tej organizacji.',
    NO_SERVICE_ACCOUNT:
      'Wylogowanie ze wszystkich urządzeń nie jest tutaj dostępne. Możesz wylogować się w tej przeglądarce.'
  },
  inGeneral: {
    signIn: 'Twoje logowanie straciło ważność. Zaloguj się ponownie.',
    request: 'Adres lub formularz jest niepełny.',
    slow: 'Wysyłanie trwało zbyt długo.',
    large: 'Dane wysłane przez przeglądarkę są zbyt duże.',
    head: 'Przeglądarka wysłała zbyt wiele plików cookie albo adres jest zbyt długi. Zwykle pomaga usunięcie plików cookie tej strony.'
  },
  more: {
    nothingLost: 'Nic nie przepadło.',
    sendAgain: 'Formularz mógł nie dotrzeć. Aby wysłać go ponownie, cofnij się w przeglądarce.',
    nobody: 'Nikt nie ma dostępu do tej strony.',
    noSecondFactor:
      'Ta część wymaga logowania z drugim etapem, a tym razem go nie było. Ponowne takie samo logowanie nic nie zmieni.',
    signedInAs: 'Zalogowano jako {name}.'
  },
  ways: {
    retry: 'Spróbuj ponownie',
    start: 'Przejdź do strony głównej',
    signIn: 'Zaloguj się',
    signOut: 'Wyloguj się',
    otherAccount: 'Użyj innego konta',
    switchAccount: 'Zmień konto',
    otherWay: 'Zaloguj się w inny sposób',
    addSecondFactor: 'Skonfiguruj drugi etap'
  }
}
