import type { PageWords } from './words.ts'

/** The words in traditional Chinese. */
export const zhHant: PageWords = {
  language: { id: 'zh-Hant', direction: 'ltr', reference: '參考編號' },
  signOut: {
    title: '要登出嗎？',
    text: '之後需要重新登入才能繼續。',
    submit: '登出',
    stay: '保持登入'
  },
  handOver: {
    title: '正在登入',
    text: '您已登入。前往 {host}。',
    submit: '繼續'
  },
  notHandedOver: {
    title: '此次登入未能傳遞',
    late: '時間已過，或已被使用。沒有任何內容遺失：請重試。',
    withoutCookies: '瀏覽器沒有儲存此網站的 Cookie。請允許 Cookie，然後重試。',
    retry: '重試'
  },
  keepForm: {
    title: '請登入以傳送此表單',
    text: '需要先登入，才能傳送您填寫的內容。',
    lost: '此瀏覽器無法儲存填寫的內容：登入後請重新填寫表單。',
    kept: '內容已儲存在此分頁中。登入後，傳送前會徵求您的確認。',
    signIn: '登入'
  },
  sendForm: {
    title: '傳送表單',
    none: '此分頁中沒有待傳送的表單。',
    offer: '按一下「傳送」，即可傳送您登入前填寫的內容。',
    others: '填寫此表單時登入的是另一個帳號。僅當要用目前帳號傳送時，才按一下「傳送」。',
    send: '傳送',
    back: '繼續'
  },
  shownForm: { goesTo: '傳送至 {address}：', hidden: '（不顯示）', more: '還有 {count} 項' },
  refusal: {
    disabled: '帳號已停用',
    noAccess: '沒有存取權限',
    notFound: '找不到頁面',
    again: '請重試',
    providerAway: '登入服務暫時不可用',
    tooMany: '嘗試次數過多',
    busy: '應用程式忙碌',
    silent: '應用程式沒有回應',
    failed: '發生錯誤',
    refused: '未能完成',
    secondFactor: '需要兩步驟驗證'
  },
  because: {
    USER_DISABLED: '此帳號已停用。',
    FORBIDDEN: '您的帳號無權存取此頁面。',
    ORIGIN_MISMATCH: '要求來自其他網站。',
    RATE_LIMITED: '請稍等片刻，然後重試。',
    NOT_FOUND: '此網址沒有內容。',
    UNKNOWN_HOST: '此網址上沒有應用程式。',
    PROVIDER_UNAVAILABLE: '目前無法連線至登入服務。請稍後重試。',
    VERDICT_CHANGED: '結果在此期間已改變。請重試。',
    UPSTREAM_UNREACHABLE: '目前無法連線至應用程式。',
    UPSTREAM_BUSY: '應用程式目前忙碌。請稍後重試。',
    UPSTREAM_TIMEOUT: '應用程式回應時間過長。',
    INTERNAL_ERROR: '我們這邊出了點問題。',
    SIGN_IN_METHOD_NOT_ALLOWED: '此處不能使用這種登入方式。請使用其他方式登入。',
    EMAIL_UNVERIFIED: '電子郵件地址尚未驗證。',
    SECOND_FACTOR_REQUIRED: '此帳號需要兩步驟驗證。',
    STEP_UP_REQUIRED: '此頁面需要確認是您本人。請重新登入以繼續。',
    TENANT_MISMATCH: '此部分僅供另一個組織的帳號使用。請使用該組織的帳號登入。',
    NO_SERVICE_ACCOUNT: '此處無法登出所有裝置。您可以在此瀏覽器中登出。'
  },
  inGeneral: {
    signIn: '登入已失效。請重新登入。',
    request: '地址或表單不完整。',
    slow: '傳送時間過長。',
    large: '瀏覽器傳送的內容過大。',
    head: '瀏覽器傳送的 Cookie 過多，或網址過長。通常刪除此網站的 Cookie 即可解決。'
  },
  more: {
    nothingLost: '您的操作沒有遺失。',
    sendAgain: '內容可能未送達。如需重新傳送，請在瀏覽器中返回上一頁。',
    nobody: '任何人都無權存取此頁面。',
    noSecondFactor: '此處要求使用兩步驟驗證登入，而您的登入沒有使用。以同樣方式再次登入不會改變這一點。',
    signedInAs: '您已登入為 {name}。'
  },
  ways: {
    retry: '重試',
    start: '前往首頁',
    signIn: '登入',
    signOut: '登出',
    otherAccount: '使用其他帳號',
    switchAccount: '切換帳號',
    otherWay: '用其他方式登入',
    addSecondFactor: '設定兩步驟驗證'
  }
}
