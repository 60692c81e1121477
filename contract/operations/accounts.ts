import * as v from 'valibot'
import { CollectionInfo, NamedCollection } from '#contract/schemas/collection-info.ts'
import { ReportContentBody } from '#contract/schemas/nfts.ts'
import { PortfolioReply } from '#contract/schemas/portfolio.ts'
import {
  AccountHistoryReply,
  AccountNftsQuery,
  AccountNftsReply,
  AccountOffersReply,
  AccountQuery,
  BalanceReply,
  EligibilityReply,
  FollowBody,
  ProfileForm,
  ProfileReply,
  StatusReply,
} from '#contract/schemas/profiles.ts'
import { routes } from '#contract/addresses.ts'
import { StatementBody, StatementQuery, StatementReply } from '#contract/schemas/statements.ts'
import type { Operation } from './operation.ts'

const common = { tag: 'Accounts', auth: 'none' } as const
const write = { tag: 'Accounts', auth: 'session', reply: StatusReply } as const

export const accountOperations = {
  getAccountNfts: {
    ...routes.getAccountNfts,
    ...common,
    summary: 'NFTs that an account holds, read from the ledger page by page',
    query: AccountNftsQuery,
    reply: AccountNftsReply,
  },
  getAccountOffers: {
    ...routes.getAccountOffers,
    ...common,
    summary: 'Offers of an account, on its NFTs, and addressed to it',
    query: AccountQuery,
    reply: AccountOffersReply,
  },
  getAccountHistory: {
    ...routes.getAccountHistory,
    ...common,
    shared: true,
    summary: 'List the sales and purchases of an account, newest first',
    query: AccountQuery,
    reply: AccountHistoryReply,
  },
  getAccountCollections: {
    ...routes.getAccountCollections,
    ...common,
    shared: true,
    summary: 'Collections that an account issues',
    query: AccountQuery,
    reply: v.array(CollectionInfo),
  },
  getProfile: {
    ...routes.getProfile,
    tag: 'Accounts',
    // Not cached, so that a user who has just edited the profile sees the changes in other windows, too.
    auth: 'optional',
    summary: 'Profile and statistics of an account',
    query: AccountQuery,
    reply: ProfileReply,
  },
  createProfile: {
    ...routes.createProfile,
    ...write,
    limit: 'write',
    keyed: true,
    summary: 'Create one’s own profile',
    form: ProfileForm,
  },
  editProfile: {
    ...routes.editProfile,
    ...write,
    limit: 'write',
    summary: 'Change one’s own profile',
    form: ProfileForm,
  },
  reportContent: {
    ...routes.reportContent,
    ...write,
    keyed: true,
    limit: 'write',
    summary: 'Report an NFT as adult content',
    body: ReportContentBody,
  },
  follow: { ...routes.follow, ...write, keyed: true, summary: 'Follow an account', body: FollowBody },
  unfollow: { ...routes.unfollow, ...write, keyed: true, summary: 'Unfollow an account', body: FollowBody },
  getBalance: {
    ...routes.getBalance,
    tag: 'Accounts',
    auth: 'session',
    summary: 'Get the connected account’s XRP balance, and the part above its reserve',
    reply: BalanceReply,
  },
  getPortfolio: {
    ...routes.getPortfolio,
    ...common,
    shared: true,
    summary: 'Get an account’s holdings and sales, with cost, profit and value over time',
    query: AccountQuery,
    reply: PortfolioReply,
  },
  getStatement: {
    ...routes.getStatement,
    tag: 'Accounts',
    auth: 'session',
    summary:
      'Every transaction of a year that changed one’s XRP or works, as far as it was read from the ledger',
    query: StatementQuery,
    reply: StatementReply,
  },
  askStatement: {
    ...routes.askStatement,
    ...write,
    limit: 'sync',
    keyed: true,
    summary: 'Have the statement of a year read from the ledger',
    body: StatementBody,
  },
  getEligibility: {
    ...routes.getEligibility,
    tag: 'Accounts',
    auth: 'session',
    summary: 'Check whether the connected account holds what verification requires',
    reply: EligibilityReply,
  },
  getVerifiedRandom: {
    ...routes.getVerifiedRandom,
    ...common,
    shared: true,
    summary: 'Verified collections in random order, each with its artist',
    reply: v.array(NamedCollection),
  },
} as const satisfies Record<string, Operation>
