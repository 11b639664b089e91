-- What a customer may declare that DTC OFF is used for ----------------------------------------------------------------

alter table ai_sessions add check (declared_use in ('COMPETITION', 'OFF_ROAD', 'TEST_BENCH', 'PERMITTED'));
alter table ai_generations add check (declared_use in ('COMPETITION', 'OFF_ROAD', 'TEST_BENCH', 'PERMITTED'));
alter table file_proposals add check (declared_use in ('COMPETITION', 'OFF_ROAD', 'TEST_BENCH', 'PERMITTED'));
