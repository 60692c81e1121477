import * as v from 'valibot'
import { lsfSellNFToken } from '#contract/rules/ledger.ts'
import type { ValidatedTransaction } from '#worker/ledger/ledger-json.ts'
import { LedgerAmount } from '#worker/ledger/ledger-amount.ts'
import { readTransactionReply } from '#worker/ledger/read-ledger.ts'
import type { LedgerOffer } from '#worker/ledger/offer-changes.ts'
import type { HeldToken, TokenPage, TokenReads } from './port.ts'
import { type Rpc, RpcError } from './transport.ts'

const ClioToken = v.object({
  nft_id: v.string(),
  owner: v.string(),
  is_burned: v.boolean(),
  uri: v.optional(v.string(), ''),
  /** The ledger of the token's latest change. */
  ledger_index: v.number(),
})
const ClioTokens = v.object({ nfts: v.array(ClioToken), marker: v.optional(v.unknown()) })

const AccountTokens = v.object({
  account_nfts: v.array(v.object({ NFTokenID: v.string(), URI: v.optional(v.string()) })),
  marker: v.optional(v.unknown()),
  ledger_index: v.optional(v.number()),
})

const TokenOffers = v.object({
  offers: v.array(
    v.object({
      nft_offer_index: v.string(),
      owner: v.string(),
      flags: v.number(),
      /** Null for an amount of a kind that is not traded here, such as a multi-purpose token (XLS-33). */
      amount: v.fallback(v.nullable(LedgerAmount), null),
      destination: v.optional(v.string()),
      expiration: v.optional(v.number()),
    }),
  ),
  marker: v.optional(v.unknown()),
})

const TokenHistory = v.object({
  transactions: v.array(v.looseObject({ ledger_index: v.number() })),
  marker: v.optional(v.unknown()),
})

/** Errors that a server without Clio returns for a Clio method. */
const noMethod = ['unknownCmd', 'notSupported']
/**
 * Maximum number of pages per request. No token has this many, so it only prevents an endless loop if a server repeats
 * itself.
 */
const maxPages = 1000

async function orFallback<T, U>(codes: string[], fallback: U, work: () => Promise<T>): Promise<T | U> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RpcError && codes.includes(error.code)) return fallback
    throw error
  }
}

async function everyPage<T extends { marker?: unknown }>(
  page: (marker: unknown) => Promise<T>,
): Promise<T[]> {
  const pages: T[] = []
  let marker: unknown
  do {
    const next = await page(marker)
    pages.push(next)
    marker = next.marker
  } while (marker !== undefined && marker !== null && pages.length < maxPages)
  return pages
}

const heldToken = (token: v.InferOutput<typeof ClioToken>): HeldToken => ({
  id: token.nft_id,
  owner: token.owner,
  burned: token.is_burned,
  uri: token.uri === '' ? null : token.uri.toUpperCase(),
  changedLedger: token.ledger_index,
})

/**
 * Reads tokens, their offers and their history as of a validated ledger. Methods: xrpl.org "Public API methods",
 * including Clio methods.
 */
export function createTokenReads(rpc: Rpc): TokenReads {
  const at = (ledgerIndex: number, marker?: unknown) => ({
    ledger_index: ledgerIndex,
    ...(marker === undefined || marker === null ? {} : { marker }),
  })
  async function readSide(method: string, nftId: string, ledgerIndex: number): Promise<LedgerOffer[]> {
    const pages = await orFallback(['objectNotFound'], [], () =>
      everyPage(async (marker) =>
        v.parse(
          TokenOffers,
          await rpc(method, { nft_id: nftId, limit: 250, ...at(ledgerIndex, marker) }, ['lgrNotFound']),
        ),
      ),
    )
    return pages.flatMap(({ offers }) =>
      offers.flatMap((offer) =>
        offer.amount === null
          ? []
          : {
              id: offer.nft_offer_index,
              nftId,
              owner: offer.owner,
              isSell: (offer.flags & lsfSellNFToken) !== 0,
              amount: offer.amount,
              destination: offer.destination ?? null,
              expiration: offer.expiration ?? null,
            },
      ),
    )
  }
  return {
    tokensOfIssuer: (issuer, taxon, ledgerIndex, marker): Promise<TokenPage | null> =>
      orFallback(noMethod, null, async () => {
        const page = v.parse(
          ClioTokens,
          await rpc('nfts_by_issuer', { issuer, nft_taxon: taxon, limit: 100, ...at(ledgerIndex, marker) }, [
            ...noMethod,
            'lgrNotFound',
          ]),
        )
        return { tokens: page.nfts.map(heldToken), marker: page.marker ?? null }
      }),
    findToken: (nftId, ledgerIndex) =>
      orFallback(noMethod, 'unknown' as const, () =>
        orFallback(['objectNotFound'], null, async () =>
          heldToken(
            v.parse(ClioToken, await rpc('nft_info', { nft_id: nftId, ...at(ledgerIndex) }, noMethod)),
          ),
        ),
      ),
    async tokensOfAccount(account, ledgerIndex) {
      const pages = await orFallback(['actNotFound', 'actMalformed'], [], () =>
        everyPage(async (marker) =>
          v.parse(
            AccountTokens,
            await rpc('account_nfts', { account, limit: 400, ...at(ledgerIndex, marker) }, ['lgrNotFound']),
          ),
        ),
      )
      return pages.flatMap((page) =>
        page.account_nfts.map((token) => ({
          id: token.NFTokenID,
          owner: account,
          burned: false,
          uri: token.URI ?? null,
          changedLedger: 0,
        })),
      )
    },
    async pageOfAccount(account, ledgerIndex, marker) {
      const token = await orFallback(['actNotFound', 'actMalformed'], null, async () =>
        v.parse(
          AccountTokens,
          await rpc(
            'account_nfts',
            {
              account,
              limit: 100,
              ledger_index: ledgerIndex ?? 'validated',
              ...(marker === null ? {} : { marker }),
            },
            ['lgrNotFound'],
          ),
        ),
      )
      return {
        tokens: (token?.account_nfts ?? []).map((token) => ({ id: token.NFTokenID, uri: token.URI ?? null })),
        marker: typeof token?.marker === 'string' ? token.marker : null,
        ledgerIndex: token?.ledger_index ?? ledgerIndex ?? 0,
      }
    },
    async offersOfToken(nftId, ledgerIndex) {
      const sides = await Promise.all(
        ['nft_sell_offers', 'nft_buy_offers'].map((method) => readSide(method, nftId, ledgerIndex)),
      )
      return sides.flat()
    },
    historyOfToken: (nftId, toLedger): Promise<ValidatedTransaction[] | null> =>
      orFallback(noMethod, null, async () => {
        const pages = await orFallback(['objectNotFound'], [], () =>
          everyPage(async (marker) =>
            v.parse(
              TokenHistory,
              await rpc(
                'nft_history',
                {
                  nft_id: nftId,
                  ledger_index_min: -1,
                  ledger_index_max: toLedger,
                  forward: true,
                  limit: 100,
                  api_version: 2,
                  ...(marker === undefined ? {} : { marker }),
                },
                noMethod,
              ),
            ),
          ),
        )
        // Each item has the format of a `tx` reply; malformed ones are skipped.
        return pages.flatMap(({ transactions }) =>
          transactions.flatMap((entry) => readTransactionReply({ ...entry, validated: true }) ?? []),
        )
      }),
    async findLine(account, issuer, currency, ledgerIndex) {
      const reply = await orFallback(['entryNotFound'], null, () =>
        rpc(
          'ledger_entry',
          { ripple_state: { accounts: [account, issuer], currency }, ledger_index: ledgerIndex },
          ['lgrNotFound'],
        ),
      )
      const node = v.safeParse(v.record(v.string(), v.unknown()), reply?.node)
      return node.success ? node.output : null
    },
    async findOfferLedger(offerId, ledgerIndex) {
      const reply = await orFallback(['entryNotFound'], null, () =>
        rpc('ledger_entry', { nft_offer: offerId, ledger_index: ledgerIndex }, ['lgrNotFound']),
      )
      const node = v.safeParse(v.object({ PreviousTxnLgrSeq: v.number() }), reply?.node)
      return node.success ? node.output.PreviousTxnLgrSeq : null
    },
  }
}
