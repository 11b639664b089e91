import { outcome } from '../../../server/http/call.ts';
import * as contract from '../proposals.contract.ts';
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
  outcome(contract.getOrder, ({ deps, actor, input }) => getOrder(deps, actor, input)),
  outcome(contract.createProposal, ({ deps, actor, input }) => createProposal(deps, actor, input)),
  outcome(contract.attachProposal, ({ deps, actor, input }) => attachProposal(deps, actor, input)),
  outcome(contract.downloadProposal, ({ deps, actor, input }) => downloadProposal(deps, actor, input)),
  outcome(contract.downloadProposalProof, ({ deps, actor, input }) => downloadProposalProof(deps, actor, input)),
  outcome(contract.downloadFileProof, ({ deps, actor, input }) => downloadFileProof(deps, actor, input.id)),
  outcome(contract.downloadFileProofPage, ({ deps, actor, input }) => downloadFileProofPage(deps, actor, input.id)),
];
