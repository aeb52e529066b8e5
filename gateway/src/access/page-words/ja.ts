import type { PageWords } from './words.ts'

/** The words in Japanese. */
export const ja: PageWords = {
  language: { id: 'ja', direction: 'ltr', reference: '参照番号' },
  signOut: {
    title: 'ログアウトしますか？',
    text: '続けるには、もう一度ログインする必要があります。',
    submit: 'ログアウト',
    stay: 'ログインしたままにする'
  },
  handOver: {
    title: 'ログインしています',
    text: 'ログインしました。{host} に進みます。',
    submit: '続ける'
  },
  notHandedOver: {
    title: 'このログインは引き継がれませんでした',
    late: '時間が過ぎたか、すでに使用されています。何も失われていません。もう一度お試しください。',
    withoutCookies:
      'ブラウザがこのサイトの Cookie を保存しませんでした。許可してから、もう一度お試しください。',
    retry: 'もう一度試す'
  },
  keepForm: {
    title: 'このフォームを送信するにはログインしてください',
    text: '入力内容を送信する前に、ログインする必要があります。',
    lost: 'このブラウザでは入力内容を保存できません。ログイン後に、もう一度フォームに入力してください。',
    kept: '入力内容はこのタブに保存されています。ログイン後、送信する前に確認します。',
    signIn: 'ログイン'
  },
  sendForm: {
    title: 'フォームを送信',
    none: 'このタブには、送信待ちのフォームはありません。',
    offer: '「送信」を押すと、ログイン前に入力した内容が送信されます。',
    others:
      'このフォームは別のアカウントでログイン中に入力されました。現在のアカウントで送信してよい場合のみ「送信」を押してください。',
    send: '送信',
    back: '続ける'
  },
  shownForm: { goesTo: '送信先: {address}', hidden: '（非表示）', more: 'ほか {count} 件' },
  refusal: {
    disabled: 'アカウントは無効です',
    noAccess: 'アクセス権がありません',
    notFound: '見つかりません',
    again: 'もう一度お試しください',
    providerAway: '現在ログインを利用できません',
    tooMany: '試行回数が多すぎます',
    busy: 'アプリケーションが混み合っています',
    silent: 'アプリケーションが応答しません',
    failed: '問題が発生しました',
    refused: '処理できませんでした',
    secondFactor: '2段階認証が必要です'
  },
  because: {
    USER_DISABLED: 'このアカウントは無効になっています。',
    FORBIDDEN: 'お使いのアカウントにはこのページへのアクセス権がありません。',
    ORIGIN_MISMATCH: 'リクエストは別のサイトから送信されました。',
    RATE_LIMITED: '少し待ってから、もう一度お試しください。',
    NOT_FOUND: 'このアドレスには何もありません。',
    UNKNOWN_HOST: 'このアドレスにはアプリケーションがありません。',
    PROVIDER_UNAVAILABLE: '現在ログインサービスに接続できません。しばらくしてからもう一度お試しください。',
    VERDICT_CHANGED: 'その間に結果が変わりました。もう一度お試しください。',
    UPSTREAM_UNREACHABLE: '現在アプリケーションに接続できません。',
    UPSTREAM_BUSY: 'アプリケーションが混み合っています。しばらくしてからもう一度お試しください。',
    UPSTREAM_TIMEOUT: 'アプリケーションの応答に時間がかかりすぎました。',
    INTERNAL_ERROR: 'こちらのシステムで問題が発生しました。',
    SIGN_IN_METHOD_NOT_ALLOWED: 'ここではこの方法でログインできません。別の方法でログインしてください。',
    EMAIL_UNVERIFIED: 'メールアドレスがまだ確認されていません。',
    SECOND_FACTOR_REQUIRED: 'このアカウントには2段階認証が必要です。',
    STEP_UP_REQUIRED: 'このページを開くには本人確認が必要です。続けるには、もう一度ログインしてください。',
    TENANT_MISMATCH: 'この画面は別の組織のアカウント専用です。その組織のアカウントでログインしてください。',
    NO_SERVICE_ACCOUNT:
      'ここでは、すべての端末からログアウトすることはできません。このブラウザからはログアウトできます。'
  },
  inGeneral: {
    signIn: 'ログインの有効期限が切れました。もう一度ログインしてください。',
    request: 'アドレスまたはフォームが不完全です。',
    slow: '送信に時間がかかりすぎました。',
    large: 'ブラウザから送信されたデータが大きすぎます。',
    head: 'ブラウザから送信された Cookie が多すぎるか、アドレスが長すぎます。通常は、このサイトの Cookie を削除すると解決します。'
  },
  more: {
    nothingLost: '操作内容は失われていません。',
    sendAgain:
      '送信内容が届いていない可能性があります。再送信するには、ブラウザで前のページに戻ってください。',
    nobody: 'このページには誰もアクセスできません。',
    noSecondFactor:
      'ここでは2段階認証を伴うログインが必要ですが、今回のログインにはありませんでした。同じ方法でログインし直しても変わりません。',
    signedInAs: '{name} としてログインしています。'
  },
  ways: {
    retry: 'もう一度試す',
    start: 'スタートページへ',
    signIn: 'ログイン',
    signOut: 'ログアウト',
    otherAccount: '別のアカウントを使う',
    switchAccount: 'アカウントを切り替える',
    otherWay: '別の方法でログイン',
    addSecondFactor: '2段階認証を設定'
  }
}
