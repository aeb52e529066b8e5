import type { PageWords } from './words.ts'

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
    account: '{account} としてログインしています。',
    send: '送信',
    back: '続ける'
  },
  shownForm: { goesTo: '送信先: {address}', hidden: '（非表示）', more: 'ほか {count} 件' }
}
