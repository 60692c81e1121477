import * as v from 'valibot'
import { routes } from '#contract/addresses.ts'
import {
  AddEditionForm,
  AddEditionReply,
  BuyPrintBody,
  ChangeEditionBody,
  EditionId,
  EditionReply,
  EditionReportReply,
  EditionsQuery,
  EditionsReply,
} from '#contract/schemas/editions.ts'
import { DoneReply } from '#contract/schemas/selling.ts'
import { AfterSale, DropSalesReply } from '#contract/schemas/revenue.ts'
import { SignedReply } from '#contract/schemas/sign-requests.ts'
import type { Operation } from './operation.ts'

export const editionOperations = {
  addEdition: {
    ...routes.addEdition,
    fresh: true,
    tag: 'Creating',
    auth: 'session',
    limit: 'add',
    keyed: true,
    summary: 'Put an edition of a work on sale: its prints are minted when they are bought',
    form: AddEditionForm,
    reply: AddEditionReply,
  },
  changeEdition: {
    ...routes.changeEdition,
    fresh: true,
    tag: 'Creating',
    auth: 'session',
    keyed: true,
    summary:
      'Pause, resume or close an own edition, change its phases before the first one starts, or leave out a number that was not paid for',
    body: ChangeEditionBody,
    reply: DoneReply,
  },
  buyPrint: {
    ...routes.buyPrint,
    tag: 'Trading',
    auth: 'session',
    keyed: true,
    limit: 'sign',
    summary: 'Buy the next print of an edition: it is minted for the buyer',
    body: BuyPrintBody,
    reply: SignedReply,
  },
  getEdition: {
    ...routes.getEdition,
    tag: 'Reading',
    auth: 'none',
    shared: true,
    summary: 'An edition with its phases, and how many prints are sold and reserved',
    query: v.object({ id: EditionId }),
    reply: EditionReply,
  },
  getEditions: {
    ...routes.getEditions,
    tag: 'Reading',
    auth: 'none',
    shared: true,
    summary: 'Editions that can be bought now or later, or all of a collection',
    query: EditionsQuery,
    reply: EditionsReply,
  },
  getEditionReport: {
    ...routes.getEditionReport,
    tag: 'Creating',
    auth: 'session',
    summary: 'The figures of an own edition: sold, reserved, lapsed, and who was paid what',
    query: v.object({ id: EditionId }),
    reply: EditionReportReply,
  },
  getEditionSales: {
    ...routes.getEditionSales,
    tag: 'Creating',
    auth: 'session',
    summary: 'The sold prints of an own edition, with buyers and amounts',
    query: v.object({ id: EditionId, after: AfterSale }),
    reply: DropSalesReply,
  },
} as const satisfies Record<string, Operation>
