import * as v from 'valibot'
import { routes } from '#contract/addresses.ts'
import { CollectionId } from '#contract/schemas/lists.ts'
import { DoneReply } from '#contract/schemas/selling.ts'
import {
  AfterSale,
  AgreeToSplitBody,
  DropSalesReply,
  RevenueReply,
  SetSplitBody,
} from '#contract/schemas/revenue.ts'
import type { Operation } from './operation.ts'

export const splitOperations = {
  setSplit: {
    ...routes.setSplit,
    fresh: true,
    tag: 'Creating',
    auth: 'session',
    limit: 'add',
    keyed: true,
    summary: 'Share the revenue of works of an own collection that are minted on demand',
    body: SetSplitBody,
    reply: DoneReply,
  },
  agreeToSplit: {
    ...routes.agreeToSplit,
    tag: 'Creating',
    auth: 'session',
    keyed: true,
    summary: 'Agree to share the revenue of an edition or a collection as its artist has set it',
    body: AgreeToSplitBody,
    reply: DoneReply,
  },
  getRevenue: {
    ...routes.getRevenue,
    tag: 'Creating',
    auth: 'session',
    summary: 'The figures of works of an own collection that are minted on demand, and who was paid what',
    query: v.object({ id: CollectionId }),
    reply: RevenueReply,
  },
  getRevenueSales: {
    ...routes.getRevenueSales,
    tag: 'Creating',
    auth: 'session',
    summary: 'The sold works of an own collection that were minted on demand, with buyers and amounts',
    query: v.object({ id: CollectionId, after: AfterSale }),
    reply: DropSalesReply,
  },
} as const satisfies Record<string, Operation>
