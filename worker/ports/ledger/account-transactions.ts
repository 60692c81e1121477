import * as v from 'valibot'
import { readTransactionReply } from '#worker/ledger/read-ledger.ts'
import type { Fields } from '#worker/ledger/ledger-json.ts'
import type { AccountPage, AccountReads } from './port.ts'
import { type Rpc, RpcError } from './transport.ts'

const Reply = v.object({
  transactions: v.array(v.looseObject({ ledger_index: v.number() })),
  marker: v.optional(v.unknown()),
})

/** Errors of a server whose history does not reach the requested ledgers; another server may have more history. */
const historyErrors = ['lgrIdxsInvalid', 'lgrIdxMalformed', 'invalidLgrRange', 'actNotFound']
const emptyPage: AccountPage = { transactions: [], sent: 0, marker: null }

function pageOf(result: Fields): AccountPage {
  const { transactions, marker } = v.parse(Reply, result)
  return {
    transactions: transactions.flatMap((entry) => readTransactionReply({ ...entry, validated: true }) ?? []),
    sent: transactions.length,
    marker: marker ?? null,
  }
}

/** Reads the transactions of accounts. Method: xrpl.org "account_tx". */
export function createAccountReads(rpc: Rpc): AccountReads {
  return {
    async transactionsOfAccount(account, toLedger, marker, isEnough) {
      const params = {
        account,
        ledger_index_min: -1,
        ledger_index_max: toLedger,
        forward: false,
        limit: 200,
        api_version: 2,
        ...(marker === null ? {} : { marker }),
      }
      try {
        return pageOf(await rpc('account_tx', params, historyErrors, (reply) => isEnough(pageOf(reply))))
      } catch (error) {
        if (error instanceof RpcError && historyErrors.includes(error.code)) return emptyPage
        throw error
      }
    },
  }
}
