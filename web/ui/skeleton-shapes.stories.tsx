import { Card } from './card.tsx';
import { SkeletonCards, SkeletonForm, SkeletonPage, SkeletonRows, SkeletonTiles } from './skeleton-shapes.tsx';

export default { title: 'Layout/Skeleton shapes' };

export const Rows = () => (
  <Card flush>
    <SkeletonRows />
  </Card>
);

export const DenseRows = () => (
  <Card flush>
    <SkeletonRows dense columns={7} rows={8} />
  </Card>
);

export const Form = () => <SkeletonForm />;

export const WideForm = () => <SkeletonForm fields={6} columns={2} />;

export const Tiles = () => <SkeletonTiles />;

export const Cards = () => <SkeletonCards />;

export const Page = () => <SkeletonPage />;
