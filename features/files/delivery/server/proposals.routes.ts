import { handle } from '../../../../server/http/call.ts';
import * as contract from '../proposals.calls.ts';
import {
  attachProposal,
  createProposal,
  downloadFileProof,
  downloadFileProofPage,
  downloadProposal,
  downloadProposalProof,
  getOrder,
} from './proposals.ts';

export const proposalsRoutes = [
  handle(contract.getOrder, ({ deps, actor, input }) => getOrder(deps, actor, input)),
  handle(contract.createProposal, ({ deps, actor, input }) => createProposal(deps, actor, input)),
  handle(contract.attachProposal, ({ deps, actor, input }) => attachProposal(deps, actor, input)),
  handle(contract.downloadProposal, ({ deps, actor, input }) => downloadProposal(deps, actor, input)),
  handle(contract.downloadProposalProof, ({ deps, actor, input }) => downloadProposalProof(deps, actor, input)),
  handle(contract.downloadFileProof, ({ deps, actor, input }) => downloadFileProof(deps, actor, input.id)),
  handle(contract.downloadFileProofPage, ({ deps, actor, input }) => downloadFileProofPage(deps, actor, input.id)),
];
