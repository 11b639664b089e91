-- A zone written as an offset is no longer accepted: the functions that count open minutes read it the other way round.
update application_configuration
   set shop_time_zone = case when shop_time_zone ~ '^[+-](0\d|1[0-2])(:?00)?$'
     then 'Etc/GMT' || translate(left(shop_time_zone, 1), '+-', '-+') || substr(shop_time_zone, 2, 2)::integer end
 where shop_time_zone ~ '^[+-]';
