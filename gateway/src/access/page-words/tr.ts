import type { PageWords } from './words.ts'

/** The words in Turkish. */
export const tr: PageWords = {
  language: { id: 'tr', direction: 'ltr', reference: 'Referans' },
  signOut: {
    title: 'Oturum kapatılsın mı?',
    text: 'Devam etmek için yeniden oturum açmanız gerekecek.',
    submit: 'Oturumu kapat',
    stay: 'Oturumu açık tut'
  },
  handOver: {
    title: 'Oturumunuz açılıyor',
    text: 'Oturum açtınız. {host} adresine devam edin.',
    submit: 'Devam'
  },
  notHandedOver: {
    title: 'Bu oturum aktarılamadı',
    late: 'Süresi dolmuş veya daha önce kullanılmış. Hiçbir şey kaybolmadı: yeniden deneyin.',
    withoutCookies:
      'Tarayıcı bu sitenin çerezlerini saklamadı. Çerezlere izin verin, ardından yeniden deneyin.',
    retry: 'Yeniden dene'
  },
  keepForm: {
    title: 'Bu formu göndermek için oturum açın',
    text: 'Doldurduğunuz formun gönderilebilmesi için önce oturum açmanız gerekir.',
    lost: 'Bu tarayıcı formu saklayamıyor: oturum açtıktan sonra lütfen formu yeniden doldurun.',
    kept: 'Form bu sekmede saklanıyor. Oturum açtıktan sonra, gönderilmeden önce size sorulur.',
    signIn: 'Oturum aç'
  },
  sendForm: {
    title: 'Formu gönderin',
    none: 'Bu sekmede gönderilmeyi bekleyen form yok.',
    offer: 'Oturum açmadan önce doldurduğunuz formu göndermek için “Gönder” düğmesine basın.',
    others:
      'Bu form doldurulurken başka bir hesabın oturumu açıktı. Yalnızca sizin hesabınızdan gönderilecekse “Gönder” düğmesine basın.',
    send: 'Gönder',
    back: 'Devam'
  },
  shownForm: {
    goesTo: 'Gönderileceği adres: {address}',
    hidden: '(gösterilmiyor)',
    more: 've {count} tane daha'
  },
  refusal: {
    disabled: 'Hesap devre dışı',
    noAccess: 'Erişim yok',
    notFound: 'Sayfa bulunamadı',
    again: 'Yeniden deneyin',
    providerAway: 'Oturum açma şu anda kullanılamıyor',
    tooMany: 'Çok fazla deneme yapıldı',
    busy: 'Uygulama meşgul',
    silent: 'Uygulama yanıt vermiyor',
    failed: 'Bir sorun oluştu',
    refused: 'İşlem başarısız oldu',
    secondFactor: 'İkinci bir adım gerekiyor'
  },
  because: {
    USER_DISABLED: 'Bu hesap devre dışı bırakılmış.',
    FORBIDDEN: 'Hesabınızın bu sayfaya erişimi yok.',
    ORIGIN_MISMATCH: 'İstek başka bir siteden geldi.',
    RATE_LIMITED: 'Biraz bekleyip yeniden deneyin.',
    NOT_FOUND: 'Bu adreste hiçbir şey yok.',
    UNKNOWN_HOST: 'Bu adreste bir uygulama yok.',
    PROVIDER_UNAVAILABLE: 'Oturum açma hizmetine şu anda ulaşılamıyor. Birazdan yeniden deneyin.',
    VERDICT_CHANGED: 'Yanıt bu arada değişti. Yeniden deneyin.',
    UPSTREAM_UNREACHABLE: 'Uygulamaya şu anda ulaşılamıyor.',
    UPSTREAM_BUSY: 'Uygulama şu anda meşgul. Birazdan yeniden deneyin.',
    UPSTREAM_TIMEOUT: 'Uygulamanın yanıt vermesi çok uzun sürdü.',
    INTERNAL_ERROR: 'Bizim tarafımızda bir sorun oluştu.',
    SIGN_IN_METHOD_NOT_ALLOWED: 'Bu oturum açma yolu burada kullanılamıyor. Başka bir yolla oturum açın.',
    EMAIL_UNVERIFIED: 'E-postanız henüz doğrulanmadı.',
    SECOND_FACTOR_REQUIRED: 'Bu hesap için ikinci bir adım gerekiyor.',
    STEP_UP_REQUIRED:
      'Bu sayfa için kimliğinizi doğrulamanız gerekiyor. Devam etmek için yeniden oturum açın.',
    TENANT_MISMATCH: 'Bu sayfa başka bir kuruluşun hesapları içindir. O kuruluşun bir hesabıyla oturum açın.',
    NO_SERVICE_ACCOUNT:
      'Tüm cihazlarda oturum kapatma burada kullanılamıyor. Bu tarayıcıdaki oturumu kapatabilirsiniz.'
  },
  inGeneral: {
    signIn: 'Oturumunuz artık geçerli değil. Yeniden oturum açın.',
    request: 'Adres veya form eksik.',
    slow: 'Gönderim çok uzun sürdü.',
    large: 'Tarayıcının gönderdiği veri çok büyük.',
    head: 'Tarayıcı çok fazla çerez gönderdi ya da adres çok uzun. Bu sitenin çerezlerini silmek genellikle yardımcı olur.'
  },
  more: {
    nothingLost: 'Yaptığınız hiçbir şey kaybolmadı.',
    sendAgain: 'Gönderdikleriniz ulaşmamış olabilir. Yeniden göndermek için tarayıcıda geri gidin.',
    nobody: 'Bu sayfaya kimsenin erişimi yok.',
    noSecondFactor:
      'Bu bölüm, ikinci bir adımla oturum açmayı gerektiriyor; siz ikinci adım olmadan oturum açtınız. Aynı şekilde yeniden oturum açmak bunu değiştirmez.',
    signedInAs: '{name} olarak oturum açtınız.'
  },
  ways: {
    retry: 'Yeniden dene',
    start: 'Başlangıç sayfasına git',
    signIn: 'Oturum aç',
    signOut: 'Oturumu kapat',
    otherAccount: 'Başka bir hesap kullan',
    switchAccount: 'Hesap değiştir',
    otherWay: 'Başka bir yolla oturum aç',
    addSecondFactor: 'İkinci bir adım ayarla'
  }
}
