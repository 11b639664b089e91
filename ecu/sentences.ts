const FAILED = 'The result did not pass its own check, so there is none.';

/**
 * The English text of every sentence of this library that a user reads, by its code. Placeholders are in braces.
 * Programs in other languages look up their own text by the code, so a code that is in use must not change.
 */
export const sentences = {
  nothing_like_a_table: 'No part of this file reads like a DTC table.',
  states_not_known: 'The codes are in this file, but it is not known where their on/off states are stored.',
  calibration_not_framed: 'The calibration is not framed as in ME7.2.',
  no_bmw_codes: 'No table of codes with BMW numbers and tester numbers behind it is found.',
  several_code_tables: 'Several tables could be the one with the codes.',
  no_unnumbered_classes: 'No class table was found in which the paths without a BMW number have class 0.',
  several_class_tables: 'Several tables could be the one with the classes.',
  class_sum_not_found: 'The block sum that covers the classes is not found, so it could not be corrected.',
  no_known_table: 'No table of the one known kind is in this file.',
  table_at_several_offsets: 'The table could be at several offsets.',
  dtc_table_at_several_offsets: 'The DTC table could be at more than one offset.',
  no_volkswagen_paths: 'No fault paths of a known form are in this file.',
  limits_apart_from_codes:
    'The time limits of this control unit stand apart from its codes, and which belong to which is not known.',
  paths_not_confirmed: 'What looks like fault paths is not confirmed a second time.',
  copies_not_marked: 'The copies of the calibration are not marked in this file, so one could be missed.',
  paths_not_in_every_copy: 'The fault paths were not found in every copy of the calibration.',
  copies_differ: 'The copies of the calibration differ too much.',
  checksum_scheme_unknown: 'The checksums of this file follow no known scheme.',
  no_confirmed_table: 'No DTC table was found that several relations confirm.',
  processor_memory_only:
    "This read holds the processor's own memory (MPC), not the calibration with the DTCs. Please read the external flash (1 MB or 2 MB).",
  program_only:
    'This read holds the program, not the calibration with the DTCs. Please read the external flash (1 MB or 2 MB).',
  several_dtc_tables: 'This file holds {count} DTC tables, and which of them the engine uses is not known.',
  states_start_not_proved: 'Where the states of the codes begin is not proved beyond doubt in this file.',
  too_little_confirms: 'Too little confirms that this is the DTC table.',
  states_copied: 'A part of the states stands again at {at}, and whether the engine uses that copy is not known.',
  segments_not_known: 'The segments of this file are not known.',
  code_list_address_unclear: 'No one address of a list of codes is loaded by the program.',
  states_address_unclear: 'No one address of the states of the codes is loaded by the program.',
  no_rising_list: 'There is no list of codes in rising order.',
  states_outside_diagnostics: 'The states of the codes do not lie in the segment of the diagnostics.',
  states_of_another_unit: 'The states of the codes are not those of this control unit.',
  several_rising_lists: 'There are several lists that could be the one of the codes.',
  states_not_in_place: 'The tables with the states of the codes are not where they are in other files.',
  several_state_tables: 'There are several tables that could hold the states of the codes.',
  not_a_whole_file: 'This is not a whole file.',
  not_one_rising_list: 'There is not exactly one list of codes in rising order.',
  not_one_state_table: 'There is not exactly one location for the states of the codes.',
  p04_program_not_read:
    'The instructions that read the checksum and the states of the codes are not found in this program.',
  no_rows_of_bits: 'There are no rows of codes with one bit after the other.',
  switch_not_known: 'What switches a code of this control unit on and off is not known.',
  memory_bounds_not_found:
    'This program divides its memory in another way than ME7 usually does, and where it stores its fault classes is not known.',
  calibration_without_program:
    'This read holds the calibration (64 KB) without the program that reads the fault classes. Please read the whole flash (512 KB).',
  fault_classes_not_known: 'Where this program stores its fault classes is not known.',
  no_class_table_read: 'No class table was found that the program reads and codes belong to.',
  several_tables_match: '{count} DTC tables match the class table, and which one the program uses is not known.',
  no_pair_of_code_tables: 'No pair of code tables is in the calibration.',
  classes_not_in_place: 'The fault classes were not found at their offset.',
  no_list_in_groups: 'There is no list of codes in groups of 16.',
  equipment_bits_unknown: 'Which bit of the equipment word switches which code of this control unit is not known.',
  no_fault_rows: 'No table of fault rows of a known shape is found.',
  several_fault_rows: 'Several tables of fault rows are found.',
  no_siemens_rows: 'No table of fault rows of the SID803 is found.',
  processors_not_both: 'The data of the two processors are not both in this file.',
  processor_table_missing: 'The table of one of the two processors is not found.',
  codes_not_framed: 'The table of codes is not framed by its two unused paths.',
  part_of_the_program: 'The file holds only a part of the program: please read the whole memory.',
  class_place_unknown:
    'Where this control unit stores the class of a fault is not known, so the codes are only listed.',
  no_block: 'No block with a header of this control unit is in the file.',
  no_calibration_block:
    'The file has no block with calibration. A read of the calibration, or of the whole memory, has one.',
  calibration_cut_short: 'The file ends within the block with calibration. A read of the whole calibration is needed.',
  no_fault_classes:
    'No fault classes were found: nowhere do as many control masks and classes stand in front of their marker.',
  codes_do_not_follow_classes:
    'Fault classes and lists of codes were found, but the codes do not change where the classes do.',
  no_list_for_classes: 'Fault classes were found, but no list of as many codes.',
  several_code_lists: 'More than one list could hold the codes.',
  classes_only_proof:
    'Only the fault classes show which code belongs to which of them, so a changed file could not be checked.',
  classes_stored_twice: 'The fault classes are stored twice, and which copy the control unit uses is not known.',
  off_byte_not_proved:
    'The table was found, but which of its bytes switches a fault off is not proved for this control unit.',
  codes_not_listed: 'The DTCs of this control unit cannot be listed.',
  switching_not_known: 'How this control unit switches a code off is not known.',
  codes_not_in_file: 'Not in this file: {codes}.',
  all_chosen_off: 'Every chosen code is off already.',
  checksums_wrong_before: 'Wrong before any change: {names}.',
  unit_not_recognised: 'The control unit is not recognised.',
  kind_not_written: 'A file of this kind ({type}) is read, and not written.',
  half_of_chip_pair:
    'This looks like half of a split chip pair: every other byte of a program. Its other half is needed.',
  one_byte_short: 'The file is 1 byte shorter than a full read ({size} bytes). Please read again.',
  bytes_short: 'The file is {count} bytes shorter than a full read ({size} bytes). Please read again.',
  one_byte_long: 'The file is 1 byte longer than a full read ({size} bytes).',
  bytes_long: 'The file is {count} bytes longer than a full read ({size} bytes).',
  size_of_no_read:
    'The file has {size} bytes, which no known read of this control unit has: it may hold only a part of the memory.',
  half_of_memory: 'The file holds half of a memory of {size} bytes. Please read the whole memory.',
  blocks_beyond_end:
    'This cannot be checked, because the file ends at {at}, before it does: {names}. Please read the whole memory.',
  blank_stretches:
    'Blank, and covered by no checksum that matches: {places}. If bytes are missing there, please read again.',
  parts_joined: 'Program: {program}; data memory: {data}. The data memory is never changed.',
  checksums_cover: 'The known checksums cover {percent} % of the file.',
  text_cut_short: 'The last record is missing: the file is cut short.',
  text_may_be_cut_short:
    'The last record is missing, and there are gaps between the others: the file may be cut short.',
  record_count_wrong: 'Data records are missing: the file says that it has {stated}, and it holds {held}.',
  text_in_utf16:
    'This text is stored with two bytes for each character (UTF-16). Please save it as plain text (ASCII) and send it again.',
  text_larger_than_memory: 'It holds more than 8 MB without a gap, which is more than the memory of any control unit.',
  text_without_bytes: 'It holds no bytes.',
  line_not_intel_hex: 'Line {line} is no Intel HEX record.',
  line_not_s_record: 'Line {line} is no S-record.',
  line_checksum_wrong: 'The checksum of line {line} is wrong.',
  text_with_statement:
    'Line {line} begins what the file says about its own bytes, such as a checksum, which cannot be corrected: the file is read, and not written.',
  text_of_several_parts:
    'The file holds {count} parts that lie far apart, of which one is looked at: it is read, and not written.',
  checksum_was_wrong: 'The checksum "{name}" was wrong before, and is right now.',
  half_recognised:
    'The bytes {part} are a read of {unit}; what the rest of this file is, is not known. Please upload the read on its own.',
  sums_not_found:
    'None of the checksums that every read of this control unit has was found where it belongs. Please read the whole memory, and upload it without anything in front of it.',
  checksums_not_known:
    'The checksums of this control unit are not known: not corrected. The flash tool must handle them.',
  signature_no_longer_matches: 'The signature "{name}" will not match after a change; the flash tool must handle it.',
  checksum_not_known: 'The checksum "{name}" is not known: not corrected. The flash tool must handle it.',
  result_cell_unexpected: `${FAILED} A cell does not hold what was read from it.`,
  result_checksum_not_corrected: `${FAILED} A checksum could not be made right.`,
  result_byte_undeclared: `${FAILED} The byte at {at} changed, and it is no declared cell.`,
  result_other_checksums: `${FAILED} The result has other checksums than the input.`,
  result_checksum_wrong: `${FAILED} The checksum "{name}" is wrong in the result.`,
  result_checksum_not_proved: `${FAILED} The checksum "{name}" was right, and is not known to be right in the result.`,
  result_not_recognised: `${FAILED} The result is no longer recognised as the same program.`,
  result_other_codes: `${FAILED} The result lists other codes than the input.`,
  result_code_listed_otherwise: `${FAILED} {code} is listed otherwise.`,
  result_code_not_off: `${FAILED} {code} is not off in the result.`,
  result_code_changed: `${FAILED} {code} changed its state, and was not chosen.`,
  result_without_table: `${FAILED} The table is not found again in the result.`,
  choose_fewer_codes:
    'Not all codes of this file can be switched off at once, because only the states that are on prove the table. Please choose fewer.',
  copy_not_read:
    'The memory is in this file more than once, and in the copy at {at} the codes are not found in the same way: that copy could not be changed.',
  copies_changed: 'Copies of the memory in this file: {copies}. The codes are off in every one of them.',
  table_left_at:
    'The part of the memory that would be changed is in this file again, at {at}, and would stay as it is there: please send a file that holds the memory once.',
  result_file_differs: `${FAILED} The finished file is not read as what it was made of.`,
  update_file_damaged: 'The update file is damaged: it does not end where it says.',
  update_file_sum_wrong: 'The update file is damaged: its own checksum is wrong.',
  update_file_not_decoded:
    'This is an update file of Honda for {numbers}. How its bytes are replaced is not proved, so it is not opened.',
  update_file_unknown_unit: 'This is an update file of Honda for {numbers}. The control unit in it is not known.',
  frf_encrypted:
    'This flash container (FRF) is encrypted by its maker, so it cannot be opened. Please read the control unit itself.',
  odx_encrypted:
    'This flash container (ODX) is for {name}. All its blocks ({blocks}) are encrypted or packed, so it cannot be opened. Please read the control unit itself.',
  odx_unknown_unit: 'This flash container (ODX) is for {name}. The control unit in its blocks ({blocks}) is not known.',
  odx_not_written:
    'A flash container (ODX) states checksums and signatures of its blocks: it is read, and not written.',
  definition_unknown:
    'This is no definition of a known format (TunerPro XDF, RomRaider or ECUFlash XML, WinOLS map list as CSV, A2L).',
  definition_of_old_tunerpro:
    'This definition is in the text form of TunerPro before version 5. Please open it in TunerPro 5 and save it as XDF.',
  definition_not_read: 'The definition cannot be read: it is damaged at character {at}.',
  definition_too_large: 'The definition is larger or more deeply nested than definitions are.',
  definition_without_maps: 'The definition names no map with an address. It may need a second file that it builds on.',
  definition_of_another_program: 'The definition ({name}) is not for the program in this file.',
  addresses_not_placed: 'Where the addresses of this definition lie in the file is not proved by its axes.',
  files_of_two_sizes: 'The two files have different sizes, so their maps cannot be compared.',
  map_not_described: 'This map is described in a way that is not read.',
  map_outside_file: 'This map lies outside the file.',
} as const;
