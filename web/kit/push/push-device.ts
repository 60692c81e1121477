import { call } from '#web/api/call.ts'
import { hasKeys, createStoredValue } from '#web/ui/persisted.ts'

/** The account whose notifications this browser receives, and its registration on the server. */
interface KeptDevice {
  account: string
  endpoint: string
  /** Time of the registration on the server, in milliseconds. */
  at: number
}

const deviceStorage = createStoredValue(
  localStorage,
  'opx_push',
  hasKeys<KeptDevice>('account', 'endpoint', 'at'),
)
const renewMs = 86_400_000

/** Returns why this browser cannot receive notifications; null if it can. */
export function pushProblem(): 'unsupported' | 'denied' | null {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : null
}

async function pushManager(): Promise<PushManager | null> {
  if (pushProblem() !== null) return null
  return (await navigator.serviceWorker.getRegistration())?.pushManager ?? null
}

/** Returns true if this browser receives the account's notifications. */
export async function isPushed(account: string): Promise<boolean> {
  if (deviceStorage.read()?.account !== account) return false
  return ((await (await pushManager())?.getSubscription()) ?? null) !== null
}

/** Returns the operator's key of a subscription, as base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer())
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

async function tellServer(account: string, subscription: PushSubscription): Promise<void> {
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {}
  const { endpoint } = subscription
  await call('addPushDevice', { body: { endpoint, keys: { p256dh, auth } } })
  deviceStorage.tryWrite({ account, endpoint, at: Date.now() })
}

/**
 * Asks for permission and subscribes. Returns the problem that prevents it, or null. Browsers require a user action for
 * this call.
 */
export async function addDevice(account: string, pushKey: string): Promise<ReturnType<typeof pushProblem>> {
  if (pushProblem() === null && (await Notification.requestPermission()) !== 'granted') return 'denied'
  const manager = await pushManager()
  if (manager === null) return 'unsupported'
  const current = await manager.getSubscription()
  const isCurrent = current !== null && keyOf(current) === pushKey
  if (current !== null && !isCurrent) await current.unsubscribe()
  const subscription = isCurrent
    ? current
    : await manager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  await tellServer(account, subscription)
  return null
}

/**
 * Renews the registration once a day, and whenever the browser has changed the endpoint. Subscribes again if the
 * operator has new keys, which needs no permission, because the user has given it before.
 */
export async function renewDevice(account: string): Promise<void> {
  const device = deviceStorage.read()
  if (device?.account !== account) return
  const subscription = (await (await pushManager())?.getSubscription()) ?? null
  if (subscription === null) return
  if (subscription.endpoint === device.endpoint && Date.now() - device.at < renewMs) return
  const { pushKey } = await call('getNotificationSettings', {})
  if (pushKey !== null && pushKey !== keyOf(subscription)) await addDevice(account, pushKey)
  else await tellServer(account, subscription)
}

/** Removes the subscription in this browser, and on the server if an account is connected. */
export async function removeDevice(isConnected: boolean): Promise<void> {
  const subscription = (await (await pushManager())?.getSubscription()) ?? null
  deviceStorage.remove()
  if (subscription === null) return
  const { endpoint } = subscription
  if (isConnected) await call('removePushDevice', { body: { endpoint } })
  await subscription.unsubscribe()
}
