import type { ColumnType, Generated } from 'kysely';
import type { Time } from './schema-columns.ts';

export interface SolutionImagesTable {
  id: Generated<number>;
  name: string;
  url: string;
  created_at: Time;
}

export interface LoginMediaTable {
  id: Generated<number>;
  name: string;
  url: string;
  type: 'IMAGE' | 'video';
  created_at: Time;
}

export interface MediaFilesTable {
  name: string;
  file_key: string;
  content_type: 'image/webp' | 'video/mp4' | 'video/webm';
  size_bytes: number;
  sha256: ColumnType<string | null, string | null | undefined, string | null>;
  solution_image_id: number | null;
  login_media_id: number | null;
  is_shop_logo: Generated<boolean>;
}
