import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../../node_modules/@walletconnect/sign-client/', import.meta.url))
const notice = 'Portions © 2025 Reown, Inc. All Rights Reserved'

/** Adds the licence of the WalletConnect client in the build, with the notice that its newer licence requires. */
export function walletConnectNotice(): Plugin {
  return {
    name: 'opx-walletconnect-notice',
    apply: 'build',
    generateBundle() {
      const file = readdirSync(folder).find((name) => name.startsWith('LICENSE'))
      if (file === undefined) throw new Error('The client of WalletConnect has no licence.')
      const licence = readFileSync(`${folder}${file}`, 'utf8')
      const source = licence.includes('Community License') ? `${notice}\n\n${licence}` : licence
      this.emitFile({ type: 'asset', fileName: 'walletconnect-licence.txt', source })
    },
  }
}
